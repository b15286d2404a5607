/**
 * Memory shared by many holders, in bytes. First come, first served: a small request does not overtake a large one, so that
 * every request is served in the end.
 */
export class Budget {
  readonly total: number
  #used = 0
  readonly #waiting = new Set<{ readonly bytes: number; readonly grant: () => void }>()

  constructor(total: number) {
    this.total = total
  }

  get used(): number {
    return this.#used
  }

  /**
   * Acquires bytes, to be returned by `release`. Returns undefined if they are available at once, otherwise a promise for them
   * that rejects with the signal's reason if that fires first.
   * @throws RangeError for more than the whole budget
   */
  acquire(bytes: number, signal: AbortSignal): Promise<void> | undefined {
    if (bytes > this.total) throw new RangeError(`A budget of ${this.total} bytes cannot give ${bytes}.`)
    if (this.#waiting.size === 0 && this.#used + bytes <= this.total) {
      this.#used += bytes
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = () => {
      this.#waiting.delete(waiter)
      reject(signal.reason)
      // Others may have waited behind it for less.
      this.#grant()
    }
    const waiter = {
      bytes,
      grant() {
        signal.removeEventListener('abort', abort)
        resolve()
      },
    }
    if (signal.aborted) return Promise.reject(signal.reason)
    signal.addEventListener('abort', abort)
    this.#waiting.add(waiter)
    return promise
  }

  release(bytes: number): void {
    this.#used -= bytes
    this.#grant()
  }

  #grant(): void {
    for (const waiter of this.#waiting) {
      if (this.#used + waiter.bytes > this.total) return
      this.#used += waiter.bytes
      this.#waiting.delete(waiter)
      waiter.grant()
    }
  }
}
