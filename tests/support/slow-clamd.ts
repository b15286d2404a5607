import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/**
 * Stands in for a clamd that takes its time: it answers pings, takes whatever is to be scanned, and calls all of it
 * clean when it is told to.
 */
export async function startSlowClamd() {
  const waiting = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('close', () => waiting.delete(socket))
    socket.once('data', (first: Buffer) => {
      if (first.toString('latin1').startsWith('zPING')) socket.end('PONG\0')
      else waiting.add(socket)
    })
    socket.resume()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the scanner has no port')
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    finish() {
      for (const socket of waiting) socket.end('stream: OK\0')
    },
    async stop() {
      for (const socket of waiting) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
