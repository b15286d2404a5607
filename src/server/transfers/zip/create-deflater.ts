import { constants, createDeflateRaw } from 'node:zlib'

/**
 * Compresses one message after another (RFC 1951), outside of the main thread. Wait for each call before the next:
 * that is the back pressure, and what bounds the memory to one chunk and what comes of it.
 */
export type Deflater = {
  /** Resolves with what has come out, often nothing. The chunk must stay as it is until then. */
  write(chunk: Uint8Array): Promise<Uint8Array[]>
  /** Ends the message. The next write begins another. */
  finish(): Promise<Uint8Array[]>
  /** Frees the memory. A call that is under way rejects. May be called more than once. */
  close(): void
}

/**
 * Level 4 takes half the time of level 6 and leaves 2 to 7 % more: measured on source code, tables and programs,
 * 122, 136 and 77 MB/s against 64, 65 and 48.
 */
const level = 4

/** Starts a deflater. It holds about 300 KB, so one serves all members of an archive. */
export function createDeflater(): Deflater {
  const deflate = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  let out: Uint8Array[] = []
  let fail: ((error: Error) => void) | undefined
  deflate.on('data', (chunk) => out.push(chunk))
  deflate.on('error', (error) => fail?.(error))
  deflate.on('close', () => fail?.(new Error('the deflater was closed')))

  /** Collects the output until zlib calls back from the operation. */
  async function collect(report: (done: (error?: Error | null) => void) => void): Promise<Uint8Array[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    fail = reject
    report((error) => (error ? reject(error) : resolve()))
    await promise
    const chunks = out
    out = []
    return chunks
  }
  return {
    write: (chunk) => collect((done) => deflate.write(chunk, done)),
    async finish() {
      const chunks = await collect((done) => deflate.flush(constants.Z_FINISH, done))
      deflate.reset()
      return chunks
    },
    close: () => deflate.close(),
  }
}
