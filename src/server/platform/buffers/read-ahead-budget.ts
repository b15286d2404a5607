/** Memory that all readers of one kind share, so that any number of them who stop reading hold a bounded amount. */
type ReadAheadBudget = {
  /** Takes a share for one reader's next chunk. */
  take(): MemoryShare
}

export type MemoryShare = {
  /** Bytes; never less than the smallest chunk, even when nothing is left. */
  readonly bytes: number
  /** Returns them. May be called more than once. */
  release(): void
}

/** Largest share of the remaining budget for one chunk, so that some is always left for others. */
const part = 16

/**
 * @param total bytes for all
 * @param unit bytes of the smallest chunk; every chunk is a multiple of it
 * @param largest bytes of the largest chunk
 */
export function createReadAheadBudget(total: number, unit: number, largest: number): ReadAheadBudget {
  let left = total
  return {
    take() {
      const share = Math.floor(left / part / unit) * unit
      const bytes = Math.min(largest, Math.max(unit, share))
      let taken = bytes
      left -= taken
      return {
        bytes,
        release() {
          left += taken
          taken = 0
        },
      }
    },
  }
}
