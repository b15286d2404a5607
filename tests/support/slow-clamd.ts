import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Where the bytes to be scanned begin: behind the command and the length of the first chunk. */
const streamStart = 'zINSTREAM\0'.length + 4

/**
 * Stands in for a clamd that takes its time: it answers pings, takes whatever is to be scanned, and calls all of it
 * clean when it is told to. It reads no archives, and says so at once of what begins as gzip does.
 */
export async function startSlowClamd() {
  const waiting = new Set<Socket>()
  const asked = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('close', () => waiting.delete(socket))
    waiting.add(socket)
    let start = ''
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      start = (start + part).slice(0, 100)
      if (start === 'zPING\0') socket.end('PONG\0')
      if (start.length > streamStart) asked.resolve()
      if (start.slice(streamStart, streamStart + 2) === '\x1f\x8b') {
        socket.end('stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND\0')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the scanner has no port')
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    /** Resolves when there is something to scan. */
    busy: asked.promise,
    finish() {
      for (const socket of waiting) socket.end('stream: OK\0')
    },
    async stop() {
      for (const socket of waiting) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
