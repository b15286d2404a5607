/**
 * Fetches a part of the app, and again when that fails.
 * @throws PartNotFetched when the second try fails, too
 */
export function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return load()
    .catch(() => untilSecondTry().then(load))
    .catch((cause: unknown) => {
      throw new PartNotFetched(cause)
    })
}

/** A part of the app could not be fetched: the server is away, or has another release by now. */
export class PartNotFetched extends Error {
  override readonly name = 'PartNotFetched'

  constructor(cause: unknown) {
    super('a part could not be fetched', { cause })
  }
}

/** Milliseconds: a connection that broke, or a server that is starting, may be back by then. */
const pause = 500

/** Waits as long as makes sense between a try to fetch something and the second one: offline, until the line is back. */
function untilSecondTry(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, pause)
    if (navigator.onLine) wait()
    else addEventListener('online', wait, { once: true })
  })
}
