import { once } from 'node:events'
import { connect } from 'node:net'

/** Milliseconds between two chunks, of 64 KiB at most: 40 MB take ten seconds. */
const pauseTime = 16

/**
 * Begins a download and takes a first chunk of it. `hold` takes no more until `goOn`, which takes the rest slowly and gives
 * the status and the body, whole or not: `cut` says that the connection was reset. `localPort` is the caller's.
 */
export async function beginSlowDownload(url: string, headers: Record<string, string> = {}) {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`)
  const chunks: Buffer[] = []
  let cut = false
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {
    cut = true
  })
  socket.on('end', () => socket.end())
  const [first]: Buffer[] = await once(socket, 'data')
  socket.pause()
  if (first) chunks.push(first)
  return {
    localPort: socket.localPort ?? 0,
    /** Takes nothing more. */
    leave: () => socket.destroy(),
    /** Takes what is left, in chunks of 64 KiB with a pause after each unless `fast`. */
    async goOn({ fast = false } = {}) {
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (fast) return
        socket.pause()
        setTimeout(() => socket.resume(), pauseTime)
      })
      socket.resume()
      await closed
      const answer = Buffer.concat(chunks)
      const headEnd = answer.indexOf('\r\n\r\n')
      const status = Number(answer.subarray(9, 12).toString('latin1'))
      return { status, body: answer.subarray(headEnd + 4), cut }
    },
  }
}
