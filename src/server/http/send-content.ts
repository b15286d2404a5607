import { once } from 'node:events'
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
  try {
    for await (const batch of batches) {
      if (response.destroyed || socket.destroyed) return false
      response.cork()
      let flowing = true
      for (const piece of batch) flowing = response.write(piece, () => giveBack(piece))
      response.uncork()
      if (!flowing) await Promise.race([once(response, 'drain'), fate])
    }
    response.end()
    return await fate
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function receiverVerdict(response: ServerResponse): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { socket } = response
  let failed = false
  socket?.once('error', () => {
    failed = true
  })
  socket?.once('end', () => {
    if (response.writableFinished && !failed) resolve(true)
    socket.destroy()
  })
  socket?.once('close', (hadError) => resolve(response.writableFinished && !hadError && !failed))
  return promise
}
