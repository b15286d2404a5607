import { Failure } from '../failure.ts'

/** Seconds after which it makes sense to try again. */
const retryAfter = 10

/** Counts what an address has open at the same time on this instance. */
export type OpenPerAddress = {
  /** Opens one more; the returned function closes it, and may be called more than once. @throws Failure RATE_LIMITED */
  enter(address: string): () => void
}

/** @param whole of all addresses together */
export function limitOpenPerAddress(max: number, whole = Number.POSITIVE_INFINITY): OpenPerAddress {
  let all = 0
  const open = new Map<string, number>()
  return {
    enter(address) {
      const count = open.get(address) ?? 0
      // guard: open at the same time by one address -> tests/http/uploads/upload-steps.test.ts "one address may listen"
      if (count >= max || all >= whole) throw new Failure('RATE_LIMITED', { retryAfter })
      open.set(address, count + 1)
      all += 1
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        all -= 1
        const rest = (open.get(address) ?? 1) - 1
        if (rest === 0) open.delete(address)
        else open.set(address, rest)
      }
    },
  }
}
