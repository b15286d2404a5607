import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Makes something else of a chunk of an answer. `undefined` ends the answer there, as if that were all. */
export type Alter = (chunk: Buffer) => Buffer | undefined

/**
 * A proxy in front of a server that alters one chunk of a download by ranges, once: that which holds byte `at` of it. A connection that breaks behind it breaks in front of it, too.
 */
export async function openAlteringProxy(baseUrl: string, at: number, alter: Alter) {
  let altered = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = request(baseUrl + url, { method, headers, agent: false }, (answer) => {
      const { 'content-length': length, ...others } = answer.headers
      const range = /^bytes (\d+)-(\d+)\//.exec(answer.headers['content-range'] ?? '')
      let passed = Number(range?.[1])
      const isHarmed = range !== null && passed <= at && at <= Number(range[2]) && altered === 0
      outgoing.writeHead(answer.statusCode ?? 502, isHarmed ? others : answer.headers)
      // Breaks the line behind what has been written: the altered chunk still arrives.
      answer.on('error', () => outgoing.socket?.end())
      if (!isHarmed) return answer.pipe(outgoing)
      answer.on('data', (chunk: Buffer) => {
        passed += chunk.length
        if (outgoing.writableEnded) return
        if (altered > 0 || passed <= at) return outgoing.write(chunk)
        altered += 1
        const other = alter(chunk)
        return other ? outgoing.write(other) : outgoing.end()
      })
      answer.on('end', () => outgoing.end())
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** How many chunks it has altered. */
    altered: () => altered,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await once(proxy.close(), 'close')
    },
  }
}
