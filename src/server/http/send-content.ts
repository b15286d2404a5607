import type { ServerResponse } from 'node:http'
import { giveBack } from '../ports/give-back.ts'

/** How long a receiver may take nothing before the transfer counts as broken, in milliseconds. */
const patience = 5 * 60_000

/**
 * Writes a response's body and resolves when its fate is known: true when the receiver took every byte.
 *
 * That the last byte was handed to the kernel says little: megabytes may still sit in socket buffers when a
 * receiver gives up. So the connection is closed from our side only half way (the response must carry
 * `Connection: close`), and the receiver answers: an orderly end means it has read everything, a reset that it
 * left with bytes unread.
 */
export async function sendContent(
  response: ServerResponse,
  batches: AsyncIterable<Uint8Array[]>,
): Promise<boolean> {
  const { socket } = response
  if (!socket) return false
  const fate = receiverVerdict(response)
  socket.destroySoon = () => socket.end()
  socket.setTimeout(patience, () => socket.destroy())
  // Two batches are under way: one on the wire, one being opened meanwhile.
  let earlier: Promise<void> | undefined
  try {
    for await (const batch of batches) {
      if (response.destroyed || socket.destroyed) return false
      const written = writeBatch(response, batch)
      if (earlier) await Promise.race([earlier, fate])
      earlier = written
    }
    response.end()
    return await fate
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Writes pieces in one go and frees each once it is out. Resolves when the last one is. */
function writeBatch(response: ServerResponse, batch: readonly Uint8Array[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = batch.length
  response.cork()
  for (const piece of batch) {
    response.write(piece, () => {
      giveBack(piece)
      left -= 1
      if (left === 0) resolve()
    })
  }
  response.uncork()
  return promise
}

/** True once the last byte is out and the receiver has ended its side in order, in whichever order these come. */
function receiverVerdict(response: ServerResponse): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { socket } = response
  let ended = false
  let failed = false
  function judge() {
    if (!ended || !response.writableFinished) return
    resolve(!failed)
    socket?.destroy()
  }
  response.once('finish', judge)
  socket?.once('end', () => {
    ended = true
    judge()
  })
  socket?.once('error', () => {
    failed = true
  })
  socket?.once('close', () => resolve(ended && response.writableFinished && !failed))
  return promise
}
