import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { downloadUrlHeader } from '#contract/headers.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { downloadUrl } from '../model/transfer-links.ts'
import { senderOf } from '../sender/sender.ts'
import { beginUpload } from './begin-upload.ts'
import { findUpload, openUpload } from './find-upload.ts'
import { manageTokenOf } from './finish-upload.ts'
import { bodyType, checksumAlgorithms, header, readCount, readId, readLength } from './read-request.ts'
import { finishReceived, receiveBytes } from './receive-bytes.ts'
import { removeUpload } from './remove-upload.ts'
import { createUploadLocks } from './upload-lock.ts'
import { readOutcome } from './upload-outcome.ts'

const version = '1.0.0'
const extensions = 'creation,creation-with-upload,termination,checksum,expiration'
const overridable = ['HEAD', 'PATCH', 'DELETE'] as const

/** Uploads that survive a broken connection: the tus protocol, version 1.0.0 (tus.io/protocols/resumable-upload). */
export function resumableRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services
  const locks = createUploadLocks(services)
  app.addHook('preClose', () => locks.interruptAll())
  const receive = (id: string, offset: number, request: FastifyRequest) =>
    receiveBytes(services, locks, id, offset, request)

  bindEndpoint(app, endpoints.resumableResult, async ({ params: { id }, request }) => {
    const row = await findUpload(services, id)
    if (row.outcome !== null) return readOutcome(row.outcome, manageTokenOf(id))
    if (row.received < row.length) {
      // Throws the reason if the upload cannot go on, so that no client waits for its rest.
      await openUpload(services, id, row)
      throw new Failure('UPLOAD_NOT_FINISHED', { retryAfter: 2 })
    }
    await finishReceived(services, locks, id, request).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'UPLOAD_LOCKED')
        throw new Failure('UPLOAD_NOT_FINISHED', { retryAfter: 1 })
      throw error
    })
    const { outcome } = await findUpload(services, id)
    return readOutcome(outcome ?? '', manageTokenOf(id))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(bodyType, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', version)
      if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return
      reply.header('tus-version', version)
      throw new Failure('TUS_VERSION_UNSUPPORTED')
    })
    const callers = { access: 'anyone', scope: 'transfers:send' } as const
    const route = { config: callers }
    const goOn = { config: { ...callers, inMaintenance: 'open' as const } }
    const path = '/api/files/resumable'

    scope.options(path, route, async (request, reply) => {
      const { transferSize } = policyFor(senderOf(request).principal, config)
      reply
        .code(204)
        .header('tus-version', version)
        .header('tus-extension', extensions)
        .header('tus-max-size', transferSize)
        .header('tus-checksum-algorithm', checksumAlgorithms.join(','))
    })
    scope.post(path, route, async (request, reply) => {
      const { id, expiresAt, received, linkId } = await beginUpload(services, request)
      reply.code(201).header('location', `${path}/${id}`)
      sayLink(reply, linkId)
      const withBytes = request.headers['content-type'] === bodyType
      const offset = withBytes || readLength(request) === 0 ? await receive(id, 0, request) : received
      sayWhere(reply, offset, expiresAt)
    })
    const calls = {
      async HEAD(request: FastifyRequest, reply: FastifyReply) {
        const id = readId(request)
        await locks.interrupt(id)
        const row = await findUpload(services, id)
        sayWhere(reply, row.received, row.expires_at)
        reply.header('upload-length', row.length)
        sayLink(reply, row.link_id ?? undefined)
      },
      async PATCH(request: FastifyRequest, reply: FastifyReply) {
        const id = readId(request)
        const { expires_at } = await findUpload(services, id)
        sayWhere(reply, await receive(id, readCount(request, 'upload-offset'), request), expires_at)
        reply.code(204)
      },
      async DELETE(request: FastifyRequest, reply: FastifyReply) {
        const id = readId(request)
        await locks.interrupt(id)
        await locks.hold(id, async (lock) => {
          const row = await findUpload(services, id)
          await removeUpload(services, row, lock, 'cancelled')
        })
        reply.code(204)
      },
    }
    scope.head(`${path}/:id`, goOn, calls.HEAD)
    scope.patch(`${path}/:id`, goOn, calls.PATCH)
    scope.delete(`${path}/:id`, goOn, calls.DELETE)
    // For those whose way here lets only GET and POST through.
    scope.post(`${path}/:id`, goOn, async (request, reply) => {
      const method = overridable.find(
        (name) => name === header(request, 'x-http-method-override')?.toUpperCase(),
      )
      if (!method) throw new Failure('METHOD_NOT_ALLOWED')
      await calls[method](request, reply)
    })
  })

  function sayLink(reply: FastifyReply, linkId: string | undefined): void {
    if (linkId !== undefined) reply.header(downloadUrlHeader, downloadUrl(config.publicUrl, linkId))
  }

  function sayWhere(reply: FastifyReply, offset: number, expiresAt: number): void {
    reply.header('upload-offset', offset).header('upload-expires', new Date(expiresAt).toUTCString())
  }
}
