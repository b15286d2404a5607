import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import { asIncomplete } from '#server/platform/http/forms/form-failures.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import type { Services } from '#server/platform/services.ts'
import { uploadSenderOf } from '../sender/visitors/visitor-sender.ts'
import { readOptionHeaders } from './option-headers.ts'
import { receiveForm } from './receive-upload.ts'
import { invalid } from './sent-names.ts'
import { takeUpload } from './upload-call.ts'

/** Takes a file as the body of a PUT, as `curl -T` sends it, and answers its link, or to a visitor its reference, as a line of text. */
export function putRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    // The body is the file, under any content type, and read as it comes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.put(
      '/api/put',
      { config: { access: 'anyone', scope: 'any' }, onRequest: refuseNameless },
      refuseNameless,
    )
    bindEndpoint(scope, endpoints.putFile, async ({ request, reply }) => {
      const sender = await uploadSenderOf(services, request)
      const result = await takeUpload(
        services,
        { request, reply },
        sender,
        (form, report) => receiveForm(services, form, sender, report),
        (handlers) => readPlain(request, handlers),
      )
      reply.code(201).type('text/plain; charset=utf-8')
      if ('reference' in result) return reply.send(`${result.reference}\n`)
      const { file } = result
      return reply
        .header('x-deletion-url', file.deletionUrl)
        .header('x-expires-at', file.expiresAt)
        .send(`${file.downloadUrl}\n`)
    })
  })
}

/** `curl -T a https://host/api/put` comes here: curl adds the name of the file to an address that ends with a slash only. */
async function refuseNameless({ url }: FastifyRequest): Promise<never> {
  const code = url.split('?', 1)[0]?.endsWith('/') ? 'VALIDATION_ERROR' : 'NOT_FOUND'
  throw new Failure(code, {
    details:
      'The name of the file is missing: send it to /api/put/NAME. curl -T adds it after a slash: /api/put/',
  })
}

/** Reads a body that is a file in the terms of a form: headers are its fields. @throws Failure as readUploadForm does */
async function readPlain(
  { raw, headers, originalUrl }: FastifyRequest,
  handlers: UploadFormHandlers,
): Promise<void> {
  for (const [name, value] of readOptionHeaders(raw.rawHeaders)) await handlers.field(name, value)
  const filename = nameIn(originalUrl)
  const sink = handlers.file({ name: 'file', filename, mimeType: headers['content-type'] })
  try {
    await readBody(raw, sink)
  } catch (error) {
    throw asIncomplete(error) ?? error
  }
}

/**
 * The name at the end of an address, whose percent-encoded bytes are UTF-8. A percent sign that begins no byte stands for
 * itself.
 */
function nameIn(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const text = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/%([0-9A-Fa-f]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'))
  } catch (cause) {
    throw invalid('The name in the address is not UTF-8.', cause)
  }
}
