import type { FastifyInstance } from 'fastify'
import {
  confirmationHeader,
  followTokenHeader,
  manageTokenHeader,
  proofHeader,
  requestTicketHeader,
  rightsSessionHeader,
  stepsHeader,
  versionHeader,
  visitorTokenHeader,
} from '#contract/headers.ts'
import { routes } from '#contract/routes.ts'
import type { Config } from '../../config/config.ts'

/** Calls of a page of PUBLIC_URL that UPLOAD_ORIGIN answers, with their methods: those of an upload, and no others. */
const methods: Readonly<Record<string, string>> = {
  [`/api${routes.upload.path}`]: 'POST',
  [`/api${routes.uploadMultiple.path}`]: 'POST',
  [`/api${routes.uploadStream.path}`]: 'POST',
  [`/api${routes.uploadSteps.path}`]: 'GET',
  '/api/files/resumable': 'POST',
  '/api/files/resumable/:id': 'HEAD, PATCH, DELETE, POST',
  [`/api${routes.resumableResult.path}`]: 'GET',
  [`/api${routes.addTransferFile.path}`]: 'POST',
}

const requestHeaders = [
  ...['authorization', 'content-type', stepsHeader, 'tus-resumable', 'upload-length', 'upload-offset'],
  ...['upload-metadata', 'upload-checksum', 'x-http-method-override'],
  ...[manageTokenHeader, proofHeader, requestTicketHeader, visitorTokenHeader, rightsSessionHeader],
  ...[followTokenHeader, confirmationHeader, versionHeader],
].join(', ')

const answerHeaders = [
  ...['Location', 'Retry-After', 'Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  ...['Upload-Offset', 'Upload-Length', 'Upload-Expires', 'X-Download-Url'],
].join(', ')

/** Seconds for which a browser need not ask again; Chromium knows no longer time. */
const askAgain = 7200

/**
 * Lets pages of PUBLIC_URL upload to UPLOAD_ORIGIN, which is another origin to a browser: answers its preflights and lets
 * it read the answers (CORS, fetch.spec.whatwg.org). For every other origin, and every other call, nothing changes.
 * To be called before any route is made.
 */
export function allowUploadOrigin(
  app: FastifyInstance,
  { UPLOAD_ORIGIN: uploadOrigin, publicUrl }: Pick<Config, 'UPLOAD_ORIGIN' | 'publicUrl'>,
): void {
  if (uploadOrigin === undefined) return
  const origin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    const allowed = methods[request.routeOptions.url ?? '']
    if (allowed === undefined) return
    reply.header('vary', 'origin')
    if (request.headers.origin !== origin) return
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', answerHeaders)
      return
    }
    reply
      .header('access-control-allow-methods', allowed)
      .header('access-control-allow-headers', requestHeaders)
      .header('access-control-max-age', askAgain)
    await reply.code(204).send()
  })
  for (const [url, allowed] of Object.entries(methods)) {
    // Its own OPTIONS says what it supports; see resumable.routes.ts.
    if (url === '/api/files/resumable') continue
    app.options(url, { config: { access: 'anyone' } }, async (_request, reply) => {
      await reply.code(204).header('allow', allowed).send()
    })
  }
}
