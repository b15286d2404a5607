import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { RealS3 } from './real-services.ts'

export type S3Operation =
  | 'begin'
  | 'part'
  | 'complete'
  | 'abort'
  | 'put'
  | 'get'
  | 'head'
  | 'delete'
  | 'bucket'

/**
 * Fault of a call: a status is answered in place of the service; `reset` breaks the connection before the service hears of it;
 * `lost` breaks it when the service has done its work, `cut` in the middle of the answer's body; `unread` answers 503 and
 * leaves the body of the call where it is, see `unread`; a promise is waited for.
 */
export type S3Fault = 500 | 503 | 'reset' | 'lost' | 'cut' | 'unread' | Promise<unknown> | undefined

/** Variables that make a server use a bucket, by way of `endpoint`. */
export function s3Environment({ bucket, region, accessKeyId, secretAccessKey }: RealS3, endpoint: string) {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Stands between a server and an S3 service, and lets calls fail as `fault` says; every attempt of a client counts. */
export async function startS3Faults(endpoint: string) {
  let fault: (operation: S3Operation) => S3Fault = () => undefined
  const seen: S3Operation[] = []
  const unread: IncomingMessage[] = []

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = operationOf(incoming)
    seen.push(operation)
    const meant = fault(operation)
    if (meant === 'reset') return void incoming.socket.resetAndDestroy()
    if (meant === 'unread') {
      unread.push(incoming)
      // Not by way of the response, whose end would throw the body away.
      incoming.socket.write('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
      return
    }
    if (typeof meant === 'number') {
      incoming.resume()
      const code = meant === 503 ? 'SlowDown' : 'InternalError'
      const body = operation === 'head' || operation === 'bucket' ? '' : `<Error><Code>${code}</Code></Error>`
      return void response.writeHead(meant, { 'content-type': 'application/xml' }).end(body)
    }
    if (meant instanceof Promise) await meant
    // The signature covers the name of the host that the client called.
    const { method, url, headers } = incoming
    const outgoing = request(`${endpoint}${url}`, { method, headers, agent: false })
    incoming.pipe(outgoing)
    incoming.on('error', () => outgoing.destroy())
    response.on('close', () => outgoing.destroy())
    outgoing.on('error', () => incoming.socket.resetAndDestroy())
    const [answered]: IncomingMessage[] = await once(outgoing, 'response')
    if (!answered) return
    if (meant === 'lost') {
      await answered.toArray()
      incoming.socket.resetAndDestroy()
      return
    }
    answered.on('error', () => incoming.socket.resetAndDestroy())
    response.writeHead(answered.statusCode ?? 500, answered.headers)
    if (meant === 'cut') {
      const [first] = await once(answered, 'data')
      response.write(first, () => incoming.socket.resetAndDestroy())
      answered.destroy()
      return
    }
    answered.pipe(response)
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.resetAndDestroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    /** The calls so far. */
    seen,
    /** The calls that were answered before their bodies were read, which are still coming. */
    unread,
    setFault(next: typeof fault): void {
      fault = next
    },
    heal(): void {
      fault = () => undefined
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function operationOf({ method, url = '/' }: IncomingMessage): S3Operation {
  const { pathname, searchParams } = new URL(url, 'http://store')
  if (!/^\/[^/]+\/./.test(pathname)) return 'bucket'
  if (method === 'POST') return searchParams.has('uploads') ? 'begin' : 'complete'
  if (method === 'PUT') return searchParams.has('partNumber') ? 'part' : 'put'
  if (method === 'DELETE') return searchParams.has('uploadId') ? 'abort' : 'delete'
  return method === 'HEAD' ? 'head' : 'get'
}
