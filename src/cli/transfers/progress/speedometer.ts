/** Milliseconds over which a speed is measured, and before which none is given. */
const window = { longest: 5_000, shortest: 1_000 }

/** Measures the speed of the last seconds. A count that goes back, as at a retry, begins anew. */
export function speedometer(): { at(now: number, done: number): number | undefined } {
  let samples: { now: number; done: number }[] = []
  return {
    at(now, done) {
      if (done < (samples.at(-1)?.done ?? 0)) samples = []
      samples.push({ now, done })
      while (samples.length > 2 && now - (samples[1]?.now ?? now) >= window.longest) samples.shift()
      const [first] = samples
      const elapsed = first ? now - first.now : 0
      return first && elapsed >= window.shortest ? ((done - first.done) / elapsed) * 1000 : undefined
    },
  }
}
