import type { Budget } from '../buffers/budget.ts'
import { releaseBuffer } from '../buffers/release-buffer.ts'

/** Bytes that may wait in each queue without a share of the budget, so that small blobs never wait for one. */
const unshared = 64 * 1024
/** Shares of one queue: one that is on its way to the store, and one that fills meanwhile. */
const maxShares = 2
/** Chunks below `bytes` are joined when `count` of them wait in a row: each costs hundreds of bytes beside its own. */
const small = { bytes: 2 * 1024, count: 256 }

/**
 * Chunks waiting to be stored, and the back pressure they cause: bytes beyond a small allowance are covered by shares of a
 * budget common to all queues. After a failure it takes nothing more, and holds only what is being written.
 */
export class ChunkQueue {
  readonly #budget: Budget
  readonly #share: number
  #shares = 0
  #asking: AbortController | undefined
  #chunks: Uint8Array[] = []
  /** Small chunks at the end that are not joined yet. */
  #smallOnes = 0
  #waiting = 0
  #onTheWay = 0
  #failed: { readonly failure: Error; readonly rejection: Promise<never> } | undefined
  #room: PromiseWithResolvers<void> | undefined

  /** @param share bytes of a share; with one of them a queue must be able to go on */
  constructor(budget: Budget, share: number) {
    this.#budget = budget
    this.#share = share
  }

  /** Bytes that were added and not taken yet. */
  get waiting(): number {
    return this.#waiting
  }

  get failure(): Error | undefined {
    return this.#failed?.failure
  }

  /**
   * Takes over a chunk. The promise, if any, settles when there is room again or the queue has failed. It may be dropped:
   * the failure also meets the writer at the next call.
   */
  add(chunk: Uint8Array): Promise<void> | undefined {
    if (this.#failed) {
      releaseBuffer(chunk)
      return this.#failed.rejection
    }
    if (chunk.byteLength > 0) this.#push(chunk)
    this.#waiting += chunk.byteLength
    this.#grow()
    if (!this.#lacksRoom()) return undefined
    this.#room ??= handled(Promise.withResolvers())
    return this.#room.promise
  }

  /** The next chunks in order: as many as fit in `bytes` and `count`, and at least one unless the queue is empty. */
  take(bytes: number, count: number): Uint8Array[] {
    let taken = 0
    let size = 0
    for (const chunk of this.#chunks) {
      if (taken === count || (taken > 0 && size + chunk.byteLength > bytes)) break
      taken += 1
      size += chunk.byteLength
    }
    this.#send(size)
    return this.#remove(taken)
  }

  /** The first `size` bytes copied into one buffer of their own, or all that is there when it is less. */
  takeBytes(size: number): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.allocUnsafeSlow(Math.min(size, this.#waiting))
    let filled = 0
    let used = 0
    for (const chunk of this.#chunks) {
      const room = bytes.byteLength - filled
      if (room === 0) break
      if (chunk.byteLength > room) {
        bytes.set(chunk.subarray(0, room), filled)
        this.#chunks[used] = chunk.subarray(room)
        break
      }
      bytes.set(chunk, filled)
      filled += chunk.byteLength
      used += 1
      releaseBuffer(chunk)
    }
    this.#remove(used)
    this.#send(bytes.byteLength)
    return bytes
  }

  /** Says that bytes taken before are no longer in memory, whether they were stored or not. */
  settle(bytes: number): void {
    this.#onTheWay -= bytes
    this.#shrink()
  }

  /** Drops what waits. The first failure stays. */
  fail(failure: Error): void {
    if (!this.#failed) {
      const rejection = Promise.reject(failure)
      rejection.catch(() => {})
      this.#failed = { failure, rejection }
    }
    for (const chunk of this.#chunks) releaseBuffer(chunk)
    this.#remove(this.#chunks.length)
    this.#waiting = 0
    this.#room?.reject(this.#failed.failure)
    this.#room = undefined
    this.#shrink()
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#smallOnes = chunk.byteLength < small.bytes ? this.#smallOnes + 1 : 0
    if (this.#smallOnes < small.count) return
    this.#chunks.push(Buffer.concat(this.#chunks.splice(-this.#smallOnes)))
    this.#smallOnes = 0
  }

  /** Removes chunks from the front. */
  #remove(count: number): Uint8Array[] {
    const removed = this.#chunks.splice(0, count)
    this.#smallOnes = Math.min(this.#smallOnes, this.#chunks.length)
    return removed
  }

  #send(bytes: number): void {
    this.#waiting -= bytes
    this.#onTheWay += bytes
  }

  #lacksRoom(shares = this.#shares): boolean {
    return this.#waiting + this.#onTheWay > unshared + shares * this.#share
  }

  /** Takes the shares that are lacking, or asks for the next. */
  #grow(): void {
    while (this.#lacksRoom() && this.#shares < maxShares && !this.#asking) {
      const asking = new AbortController()
      const granted = this.#budget.acquire(this.#share, asking.signal)
      if (!granted) this.#shares += 1
      else {
        this.#asking = asking
        granted.then(
          () => this.#receive(asking),
          () => {}, // given up, see #shrink
        )
      }
    }
  }

  #receive(asking: AbortController): void {
    if (this.#asking !== asking) {
      // Granted in the moment it was given up.
      this.#budget.release(this.#share)
      return
    }
    this.#asking = undefined
    this.#shares += 1
    this.#grow()
    this.#shrink()
  }

  /** Releases the shares that are no longer needed, and lets the writer go on when there is room. */
  #shrink(): void {
    while (this.#shares > 0 && !this.#lacksRoom(this.#shares - 1)) {
      this.#shares -= 1
      this.#budget.release(this.#share)
    }
    if (this.#lacksRoom()) return
    this.#asking?.abort()
    this.#asking = undefined
    this.#room?.resolve()
    this.#room = undefined
  }
}

/** The writer may abort instead of waiting. */
function handled(room: PromiseWithResolvers<void>): PromiseWithResolvers<void> {
  room.promise.catch(() => {})
  return room
}
