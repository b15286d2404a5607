import { once } from 'node:events'
import { createServer } from 'node:http'

/** A proxy that lets nothing through and records what was asked of it: a browser asks it for every host but 127.0.0.1. */
export async function openRefusingProxy() {
  const outside: string[] = []
  const proxy = createServer((request, response) => {
    outside.push(`${request.method} ${request.url}`)
    response.writeHead(403).end()
  })
  proxy.on('connect', (request, socket) => {
    outside.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    outside: (): readonly string[] => outside,
    [Symbol.dispose]() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
