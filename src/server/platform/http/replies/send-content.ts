import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { releaseBuffer } from '../../buffers/release-buffer.ts'

type Transfer = {
  /** Bytes of the body. */
  readonly length: number
  /** How long a receiver may take nothing before the transfer counts as broken, in milliseconds. */
  readonly stallTimeoutMs: number
  /** Bytes a second: who takes less for longer than stallTimeoutMs is no receiver either. */
  readonly minRate?: number
  /** Cuts the transfer at once, whatever the receiver has not read yet. */
  readonly signal?: AbortSignal
  /** Writes the head. Called when the first chunk is there: what goes wrong earlier can still be answered. */
  readonly begin: () => void
}

export type Outcome = {
  /** The receiver took every byte of the body. */
  readonly arrived: boolean
  /** Bytes that left us, or may have: the receiver has no more, however the transfer ended. */
  readonly sent: number
  /** Error on our side after the head; the connection is then closed. */
  readonly error?: unknown
}

/** Slower than any line that people use. */
const usualMinRate = 4 * 1024

/**
 * Writes a response and resolves when its fate is known.
 *
 * That the last byte was handed to the kernel says little: megabytes may still sit in socket buffers when a
 * receiver gives up. So the connection is closed from our side only half way (the response must carry
 * `Connection: close`), and the receiver answers: an orderly end means it has read everything, a reset that it
 * left with bytes unread.
 * @throws what went wrong before the head was written, the signal's reason included
 */
export async function sendContent(
  response: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  { length, stallTimeoutMs, minRate = usualMinRate, signal, begin }: Transfer,
): Promise<Outcome> {
  const socket = response.socket ?? (await connectionOf(response))
  if (!socket) return { arrived: false, sent: 0 }
  const reader = chunks[Symbol.asyncIterator]()
  let sent = 0
  function cut() {
    socket?.resetAndDestroy()
  }
  try {
    let chunk = await reader.next()
    if (socket.destroyed) return { arrived: false, sent }
    signal?.throwIfAborted()
    const receiver = watchReceiver(socket, length)
    socket.destroySoon = () => socket.end()
    begin()
    socket.setTimeout(stallTimeoutMs, () => socket.destroy())
    signal?.addEventListener('abort', cut)
    // One chunk is on the wire while the next is opened. More in the queue of the socket would go out in smaller chunks.
    let earlier: Promise<void> | undefined
    try {
      for (; !chunk.done; chunk = await reader.next()) {
        await earlier
        if (socket.destroyed) break
        const bytes = chunk.value.length
        sent += bytes
        const time = Math.max(stallTimeoutMs, (bytes / minRate) * 1000)
        earlier = writeChunk(response, socket, chunk.value, time, receiver.flushed)
      }
      response.end()
      return { arrived: await receiver.verdict, sent }
    } catch (error) {
      return { arrived: false, sent, error }
    } finally {
      socket.destroy()
    }
  } finally {
    signal?.removeEventListener('abort', cut)
    await reader.return?.()
  }
}

/**
 * The connection of a response whose request came before those in front of it were answered, once they are; undefined when it
 * closes before.
 */
function connectionOf(response: ServerResponse): Promise<Socket | undefined> {
  const { socket } = response.req
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  response.once('socket', resolve)
  socket.once('close', () => resolve(undefined))
  if (socket.destroyed) resolve(undefined)
  return promise
}

/**
 * Writes a chunk and frees it once it is out. Resolves when it is, or the connection is closed, which it is when that takes
 * longer than `time` milliseconds.
 */
function writeChunk(
  response: ServerResponse,
  socket: Socket,
  chunk: Uint8Array,
  time: number,
  flushed: (bytes: number) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // guard: lowest rate of a receiver -> src/server/platform/http/replies/send-content.test.ts "never stalls, and takes less"
  //   socket.destroy() becomes {}
  const late = setTimeout(() => socket.destroy(), time)
  function settle() {
    clearTimeout(late)
    socket.off('close', settle)
    resolve()
  }
  socket.on('close', settle)
  const bytes = chunk.length
  response.write(chunk, (error) => {
    releaseBuffer(chunk)
    // Node reports every write to a closed connection as done.
    if (!error && !socket.destroyed) flushed(bytes)
    settle()
  })
  return promise
}

/**
 * The verdict is true once all bytes have left and the receiver has ended its side in order, whichever is noticed
 * first. A receiver that is content may hang up before we have done the same, and what follows then is no failure.
 */
function watchReceiver(socket: Socket, length: number) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let left = length
  let ended = socket.readableEnded
  function settle() {
    if (ended && left === 0) resolve(true)
  }
  socket.once('end', () => {
    ended = true
    settle()
  })
  // A reset comes as an error; it closes the socket, which is answer enough.
  socket.on('error', () => {})
  socket.once('close', () => resolve(false))
  return {
    verdict: promise,
    flushed(bytes: number) {
      left -= bytes
      settle()
    },
  }
}
