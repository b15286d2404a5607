import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * A proxy in front of a server that breaks the connection of the first downloads by a ticket, `times` of them, once
 * `after` bytes have gone through each.
 */
export async function openCuttingProxy(
  baseUrl: string,
  {
    times,
    after,
    onCut,
  }: { readonly times: number; readonly after: number; readonly onCut?: () => Promise<void> },
) {
  let cuts = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = request(baseUrl + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      if (!url?.includes('ticket=') || !/\/file\?|\/members\/\d/.test(url) || cuts === times) return
      cuts += 1
      let passed = 0
      answer.on('data', (chunk) => {
        const isBefore = passed <= after
        passed += chunk.length
        if (!isBefore || passed <= after) return
        answer.unpipe(outgoing)
        void (onCut?.() ?? Promise.resolve()).finally(() => outgoing.destroy())
      })
    })
    incoming.pipe(forwarded)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** How many connections it has cut. */
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await once(proxy.close(), 'close')
    },
  }
}
