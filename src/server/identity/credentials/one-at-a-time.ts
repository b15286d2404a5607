const last = new Map<string, Promise<unknown>>()

/** Runs work on one key after the work on it that is under way; in this process. */
export function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const done = (last.get(key) ?? Promise.resolve()).then(work, work)
  last.set(key, done)
  function forget() {
    if (last.get(key) === done) last.delete(key)
  }
  done.then(forget, forget)
  return done
}
