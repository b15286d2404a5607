import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import { KIB, MIB } from '#contract/transfers/limits.ts'
import type { PlainContent } from '../../../content/open-content.ts'

/** Bytes that are read at once: what is asked for are a few bytes after the others. */
const blockLength = 256 * KIB
/** Bytes that are read of one archive at most: what 80 000 members need is less. */
const maxRead = 24 * MIB

/** Reads the directory of an archive out of the content of a file, and keeps no more than one block of it. */
export class ContentReader extends RandomAccessReader {
  /** Why the content could not be read, which says nothing about the archive. */
  failure: unknown
  readonly #content: PlainContent
  readonly #size: number
  #block = Buffer.alloc(0)
  #start = 0
  #left = maxRead

  constructor(content: PlainContent, size: number) {
    super()
    this.#content = content
    this.#size = size
  }

  /** Members are not read through this. */
  override _readStreamForRange(): Readable {
    return Readable.from([])
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const take = () => {
      this.#block.copy(buffer, offset, position - this.#start, position - this.#start + length)
      callback(null)
    }
    if (position >= this.#start && position + length <= this.#start + this.#block.length) take()
    else this.#fetch(position, length).then(take, callback)
  }

  async #fetch(start: number, length: number): Promise<void> {
    const end = Math.min(this.#size, start + Math.max(length, blockLength))
    this.#left -= end - start
    if (start < 0 || start + length > this.#size) throw new Error('the archive points beyond its end')
    if (this.#left < 0) throw new Error('the directory of the archive is too long')
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of this.#content.read(start, end)) chunks.push(chunk)
    } catch (error) {
      this.failure = error
      throw error
    }
    this.#block = Buffer.concat(chunks)
    this.#start = start
  }
}
