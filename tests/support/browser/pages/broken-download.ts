import { connect } from 'node:net'

/**
 * Asks for an address, takes `bytes` bytes of the body and resets the connection, as a receiver does whose network is
 * gone. Gives what was taken of it: less when the other side was faster.
 */
export async function breakDownload(
  url: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const { hostname, port, pathname, search } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`)
  const chunks: Buffer[] = []
  let length = 0
  let headEnd = -1
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (headEnd < 0) headEnd = Buffer.concat(chunks).indexOf('\r\n\r\n')
    if (headEnd >= 0 && length >= headEnd + 4 + bytes) socket.resetAndDestroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  await promise
  return Buffer.concat(chunks).subarray(headEnd + 4, headEnd + 4 + bytes)
}
