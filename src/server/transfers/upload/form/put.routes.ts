import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { putHeaders, type UploadFields } from '#contract/transfers/files.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { asIncomplete } from '#server/platform/http/forms/form-failures.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import type { Services } from '#server/platform/services.ts'
import { uploadSenderOf } from '../../sender/visitors/visitor-sender.ts'
import { receiveForm } from '../receive-form.ts'
import { takeUpload } from './take-upload.ts'

/** Takes a file as the body of a PUT, as `curl -T` sends it, and answers its link, or to a visitor its reference, as a line of text. */
export function putRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    // Whatever type the body claims to have, it is the file, and read as it comes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    bindEndpoint(scope, endpoints.putFile, async ({ params, request, reply }) => {
      const sender = await uploadSenderOf(services, request)
      const result = await takeUpload(
        services,
        { request, reply },
        sender,
        (form, report) => receiveForm(services, form, sender, report),
        (handlers) => readPlain(request, params.filename, handlers),
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

/** Reads a body that is a file in the terms of a form: headers are its fields. @throws Failure as readUploadForm does */
async function readPlain(
  { raw, headers }: FastifyRequest,
  filename: string,
  handlers: UploadFormHandlers,
): Promise<void> {
  for (const [name, value] of fieldsOf(headers)) await handlers.field(name, value)
  const sink = handlers.file({ name: 'file', filename, mimeType: headers['content-type'] })
  try {
    await readBody(raw, sink)
  } catch (error) {
    throw asIncomplete(error) ?? error
  }
}

/** The fields of a form that the headers stand for. */
function fieldsOf(headers: FastifyRequest['headers']): [name: keyof UploadFields, value: string][] {
  return Object.entries(putHeaders).flatMap<[keyof UploadFields, string]>(([header, field]) => {
    const value = textOf(headers[header])
    return value === undefined ? [] : [[field, value]]
  })
}

/** Node takes the bytes of a header for Latin-1; they are UTF-8. */
function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : undefined
}
