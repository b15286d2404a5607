import { releaseBuffer } from '../buffers/release-buffer.ts'

/**
 * Pieces waiting to be stored, and the back pressure they cause. Once it has failed it holds nothing and takes
 * nothing more.
 */
export class PieceQueue {
  readonly #most: () => number
  #pieces: Uint8Array[] = []
  #bytes = 0
  #failure: Error | undefined
  #room: PromiseWithResolvers<void> | undefined

  /** `most` is how many bytes may wait before a writer has to; it may change. */
  constructor(most: () => number) {
    this.#most = most
  }

  /** Bytes that were added and not yet reported as `stored`. */
  get bytes(): number {
    return this.#bytes
  }

  get failure(): Error | undefined {
    return this.#failure
  }

  /** Takes over a piece. The promise, if any, settles when there is room again or the queue has failed. */
  add(piece: Uint8Array): Promise<void> | undefined {
    if (this.#failure) {
      releaseBuffer(piece)
      return Promise.reject(this.#failure)
    }
    if (piece.byteLength > 0) this.#pieces.push(piece)
    this.#bytes += piece.byteLength
    if (this.#bytes <= this.#most()) return undefined
    if (!this.#room) {
      this.#room = Promise.withResolvers()
      // The writer may abort instead of waiting; the failure also meets it at the next call.
      this.#room.promise.catch(() => {})
    }
    return this.#room.promise
  }

  /** The next pieces in order: as many as fit in `bytes` and `count`, and at least one unless the queue is empty. */
  take(bytes: number, count: number): Uint8Array[] {
    let taken = 0
    let size = 0
    for (const piece of this.#pieces) {
      if (taken === count || (taken > 0 && size + piece.byteLength > bytes)) break
      taken += 1
      size += piece.byteLength
    }
    return this.#pieces.splice(0, taken)
  }

  /** The first `size` bytes copied into one buffer of their own, or all that is there when it is less. */
  takeBytes(size: number): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.allocUnsafeSlow(Math.min(size, this.#bytes))
    let filled = 0
    while (filled < bytes.byteLength) {
      const piece = this.#pieces.shift()
      if (!piece) break
      const room = bytes.byteLength - filled
      bytes.set(piece.byteLength <= room ? piece : piece.subarray(0, room), filled)
      filled += Math.min(piece.byteLength, room)
      if (piece.byteLength > room) this.#pieces.unshift(piece.subarray(room))
      else releaseBuffer(piece)
    }
    return bytes
  }

  stored(bytes: number): void {
    this.#bytes -= bytes
    if (this.#room && this.#bytes <= this.#most()) {
      this.#room.resolve()
      this.#room = undefined
    }
  }

  /** Drops everything. The first failure stays. */
  fail(failure: Error): void {
    this.#failure ??= failure
    for (const piece of this.#pieces) releaseBuffer(piece)
    this.#pieces = []
    this.#bytes = 0
    this.#room?.reject(this.#failure)
    this.#room = undefined
  }
}
