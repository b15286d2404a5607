import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { releaseBuffer } from '../buffers/release-buffer.ts'

type Transfer = {
  /** Bytes of the body. */
  readonly length: number
  /** How long a receiver may take nothing before the transfer counts as broken, in milliseconds. */
  readonly stallTimeoutMs: number
  /** Writes the head. Called when the first batch is there: what goes wrong earlier can still be answered. */
  readonly begin: () => void
}

/** `sent` bytes left us at most; `arrived` when the receiver took every one of the body. */
type Outcome = { readonly arrived: boolean; readonly sent: number }

/**
 * Writes a response and resolves when its fate is known.
 *
 * That the last byte was handed to the kernel says little: megabytes may still sit in socket buffers when a
 * receiver gives up. So the connection is closed from our side only half way (the response must carry
 * `Connection: close`), and the receiver answers: an orderly end means it has read everything, a reset that it
 * left with bytes unread.
 */
export async function sendContent(
  response: ServerResponse,
  batches: AsyncIterable<Uint8Array[]>,
  { length, stallTimeoutMs, begin }: Transfer,
): Promise<Outcome> {
  const { socket } = response
  if (!socket) return { arrived: false, sent: 0 }
  const reader = batches[Symbol.asyncIterator]()
  let batch = await reader.next()
  if (socket.destroyed) {
    await reader.return?.()
    return { arrived: false, sent: 0 }
  }
  const receiver = watchReceiver(socket, length)
  socket.destroySoon = () => socket.end()
  socket.setTimeout(stallTimeoutMs, () => socket.destroy())
  // One batch is on the wire while the next is opened. More in the queue of the socket would go out in smaller pieces.
  let earlier: Promise<void> | undefined
  let sent = 0
  try {
    begin()
    for (; !batch.done; batch = await reader.next()) {
      if (earlier) await Promise.race([earlier, receiver.verdict])
      if (socket.destroyed) break
      sent += batch.value.reduce((sum, piece) => sum + piece.length, 0)
      earlier = writeBatch(response, batch.value, receiver.flushed)
    }
    response.end()
    return { arrived: await receiver.verdict, sent }
  } finally {
    socket.destroy()
    await reader.return?.()
  }
}

/** Writes pieces in one go and frees each once it is out. Resolves when the last one is. */
function writeBatch(
  response: ServerResponse,
  batch: readonly Uint8Array[],
  flushed: (bytes: number) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = batch.length
  response.cork()
  for (const piece of batch) {
    const bytes = piece.length
    response.write(piece, (error) => {
      releaseBuffer(piece)
      if (!error) flushed(bytes)
      left -= 1
      if (left === 0) resolve()
    })
  }
  response.uncork()
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
