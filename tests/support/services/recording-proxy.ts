import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** A proxy in front of a server that remembers every word of its callers, and every answer. */
export async function openRecordingProxy(baseUrl: string) {
  const said: Buffer[] = []
  const answered: Buffer[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    said.push(Buffer.from(`${method} ${url} ${JSON.stringify(headers)}`))
    const forwarded = request(baseUrl + url, { method, headers }, (answer) => {
      answered.push(Buffer.from(JSON.stringify(answer.headers)))
      answer.on('data', (chunk: Buffer) => answered.push(chunk))
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.on('data', (chunk: Buffer) => said.push(chunk))
    incoming.pipe(forwarded)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    said: () => Buffer.concat(said),
    answered: () => Buffer.concat(answered),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await once(proxy.close(), 'close')
    },
  }
}
