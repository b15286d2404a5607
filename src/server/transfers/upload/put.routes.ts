import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { uploadSenderOf } from '../sender/sender.ts'
import { receiveUpload } from './receive-upload.ts'

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
      const result = await receiveUpload(services, { request, reply }, sender, 'file')
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
