import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { uploadSenderOf } from '../sender/sender.ts'
import { receiveUpload } from './receive-upload.ts'

/**
 * Takes a file as the body of a PUT, as `curl -T` sends it, and answers its link, or to a visitor its reference, as a line of
 * text. The short address `/:filename` does the same.
 */
export function putRoutes(app: FastifyInstance, services: Services): void {
  const { access, scope: keyScope } = endpoints.putFile
  async function put(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sender = await uploadSenderOf(services, request)
    const result = await receiveUpload(services, { request, reply }, sender, 'file')
    reply.code(201).type('text/plain; charset=utf-8')
    if ('reference' in result) return reply.send(`${result.reference}\n`)
    const { file } = result
    return reply
      .header('x-deletion-url', file.deletionUrl)
      .header('x-expires-at', file.expiresAt)
      .send(`${file.downloadUrl}\n`)
  }
  void app.register(async (scope) => {
    // The body is the file, under any content type, and read as it comes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const path of ['/api/put', '/api', '/'])
      scope.put(
        path,
        { config: { access: 'anyone', scope: 'any', answersText: true }, onRequest: refuseNameless },
        refuseNameless,
      )
    bindEndpoint(scope, endpoints.putFile, ({ request, reply }) => put(request, reply))
    scope.put('/:filename', { config: { access, scope: keyScope, answersText: true } }, put)
  })
}

/** `curl -T a https://host/api/put` comes here: curl adds the name of the file to an address that ends with a slash only. */
async function refuseNameless({ url }: FastifyRequest): Promise<never> {
  const [path = ''] = url.split('?', 1)
  const folder = path.startsWith('/api/put') ? '/api/put/' : '/'
  throw new Failure(path.endsWith('/') ? 'VALIDATION_ERROR' : 'NOT_FOUND', {
    details: `The name of the file is missing: send it to ${folder}NAME. curl -T adds it after a slash: ${folder}`,
  })
}
