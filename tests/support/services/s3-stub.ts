import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RealS3 } from './real-services.ts'

type Stored = { readonly bytes: Buffer; readonly at: Date }
type Upload = { readonly key: string; readonly at: Date; readonly parts: Map<number, Buffer> }
type Call = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly key: string
  readonly query: URLSearchParams
}

/** S3 refuses smaller parts, except the last. */
const minPart = 5 * 1024 * 1024

/** Stands in for an S3 service with one bucket: what the server uses of it, kept in memory, signatures not verified. */
export async function startS3Stub() {
  const bucket = 'restante-stub'
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const encryptions = new Set<string>()

  const objectCalls: Record<string, (call: Call) => Promise<void> | void> = {
    async PUT({ request, response, key, query }) {
      const bytes = await buffer(request)
      const uploadId = query.get('uploadId')
      if (uploadId !== null) {
        const upload = uploads.get(uploadId)
        if (!upload) return refuse(response, 404, 'NoSuchUpload')
        upload.parts.set(Number(query.get('partNumber')), bytes)
      } else if (request.headers['if-none-match'] === '*' && objects.has(key)) {
        return refuse(response, 412, 'PreconditionFailed')
      } else objects.set(key, { bytes, at: new Date() })
      response.writeHead(200, { etag: '"of-the-stub"' }).end()
    },
    async POST({ request, response, key, query }) {
      const body = (await buffer(request)).toString()
      if (query.has('uploads')) {
        const id = randomBytes(16).toString('hex')
        uploads.set(id, { key, at: new Date(), parts: new Map() })
        return answer(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId>`)
      }
      const upload = uploads.get(query.get('uploadId') ?? '')
      if (!upload) return refuse(response, 404, 'NoSuchUpload')
      const numbers = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
        Number(number),
      )
      const parts = numbers.map((number) => upload.parts.get(number))
      if (!parts.every((part) => part !== undefined)) return refuse(response, 400, 'InvalidPart')
      if (parts.slice(0, -1).some((part) => part.length < minPart))
        return refuse(response, 400, 'EntityTooSmall')
      objects.set(key, { bytes: Buffer.concat(parts), at: new Date() })
      uploads.delete(query.get('uploadId') ?? '')
      return answer(response, `<CompleteMultipartUploadResult><Key>${key}</Key>`)
    },
    GET({ request, response, key }) {
      const object = objects.get(key)
      if (!object) return refuse(response, 404, 'NoSuchKey')
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (first === undefined || last === undefined) return void response.end(object.bytes)
      if (Number(first) >= object.bytes.length) return refuse(response, 416, 'InvalidRange')
      response.writeHead(206).end(object.bytes.subarray(Number(first), Number(last) + 1))
    },
    HEAD({ response, key }) {
      const object = objects.get(key)
      if (object) response.writeHead(200, { 'content-length': object.bytes.length }).end()
      else response.writeHead(404).end()
    },
    DELETE({ response, key, query }) {
      const uploadId = query.get('uploadId')
      if (uploadId === null) objects.delete(key)
      else if (!uploads.delete(uploadId)) return refuse(response, 404, 'NoSuchUpload')
      response.writeHead(204).end()
    },
  }

  function listBucket(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? ''
    if (query.has('uploads')) {
      const rows = [...uploads].map(
        ([id, { key, at }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      )
      answer(response, `<ListMultipartUploadsResult>${rows.join('')}`)
      return
    }
    const rows = [...objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { at }]) =>
          `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
      )
    answer(response, `<ListBucketResult>${rows.join('')}`)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stub')
    const [, name, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    const call = objectCalls[request.method ?? '']
    const begins = request.method === 'PUT' ? !query.has('uploadId') : query.has('uploads') && key !== ''
    if (begins) encryptions.add(String(request.headers['x-amz-server-side-encryption'] ?? 'off'))
    if (name !== bucket) refuse(response, 404, 'NoSuchBucket')
    else if (key !== '' && call) await call({ request, response, key, query })
    else if (request.method === 'GET') listBucket(response, query)
    else response.end()
  }

  const server = createServer((request, response) => {
    // A caller that hangs up half way.
    handle(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the store has no port')
  const settings: RealS3 = {
    endpoint: `http://127.0.0.1:${address.port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'AKSTUB',
    secretAccessKey: 'SKSTUB',
  }
  return {
    settings,
    /** Names of the objects, and how many uploads are neither completed nor aborted. */
    objects,
    countUploads: () => uploads.size,
    /** Encryptions that the objects were begun with. */
    encryptions,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Answers XML; the element that it begins with is closed. */
function answer(response: ServerResponse, text: string): void {
  const [, element = ''] = /^<(\w+)>/.exec(text) ?? []
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`${text}</${element}>`)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
