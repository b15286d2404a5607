import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { errors } from '#contract/errors.ts'
import { downloadUrlHeader, stepsHeader } from '#contract/headers.ts'
import { assertScope } from '#server/identity/calls/authenticate.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { removeSegments } from '../content/remove-blobs.ts'
import { findRoomIn, senderTo, unlockForFile } from '../manage/added-files.ts'
import { findManaged, manageCredentials } from '../manage/find-managed.ts'
import { endArrival, endOf } from '../model/arrivals/arrival-rows.ts'
import { reportArrival } from '../model/arrivals/report-arrival.ts'
import { downloadUrl } from '../model/transfer-links.ts'
import { assertMaySend, findSenderPairs, senderOf, uploadSenderOf, visitorFailure } from '../sender/sender.ts'
import { consumeUploadLimit, reportProgress } from '../upload/upload-call.ts'
import { appendToUpload } from './append-to-upload.ts'
import { createUpload } from './create-upload.ts'
import { findUpload, type OpenUpload, openUpload } from './find-upload.ts'
import { finishUpload, manageTokenOf } from './finish-upload.ts'
import { readFormHead } from './form-head.ts'
import {
  assertCreationHeaders,
  checksumAlgorithms,
  header,
  readChecksum,
  readCount,
  readId,
  readLength,
} from './read-request.ts'
import { removeUpload } from './remove-upload.ts'
import { createUploadLocks } from './upload-lock.ts'
import { readAddedMetadata, readKey, readPairs, readUploadMetadata } from './upload-metadata.ts'
import { keepOutcome, readOutcome } from './upload-outcome.ts'

const version = '1.0.0'
const extensions = 'creation,creation-with-upload,termination,checksum,expiration'
const bodyType = 'application/offset+octet-stream'
const overridable = ['HEAD', 'PATCH', 'DELETE'] as const

/** Uploads that survive a broken connection: the tus protocol, version 1.0.0 (tus.io/protocols/resumable-upload). */
export function resumableRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services
  const locks = createUploadLocks(services)
  app.addHook('preClose', () => locks.interruptAll())

  bindEndpoint(app, endpoints.resumableResult, async ({ params: { id }, request }) => {
    const row = await findUpload(services, id)
    if (row.outcome !== null) return readOutcome(row.outcome, manageTokenOf(id))
    if (row.received < row.length) {
      // Throws the reason if the upload cannot go on, so that no client waits for its rest.
      await openUpload(services, id, row)
      throw new Failure('UPLOAD_NOT_FINISHED', { retryAfter: 2 })
    }
    await finish(id, request).catch((error: unknown) => {
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
      assertCreationHeaders(request)
      const { uploadKey, ...metadata } = readPairs(header(request, 'upload-metadata'))
      const key = readKey(uploadKey)
      const { id, expiresAt, received, linkId } =
        metadata.transfer === undefined
          ? await create(request, metadata, key)
          : await createFor(request, metadata.transfer, metadata, key)
      reply.code(201).header('location', `${path}/${id}`)
      sayLink(reply, linkId)
      const withBytes = request.headers['content-type'] === bodyType
      const offset = withBytes || readLength(request) === 0 ? await take(id, 0, request) : received
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
        sayWhere(reply, await take(id, readCount(request, 'upload-offset'), request), expires_at)
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

  type Metadata = ReturnType<typeof readPairs>

  async function create(request: FastifyRequest, metadata: Metadata, key: string | undefined) {
    const sender = await uploadSenderOf(services, request)
    assertMaySend(sender, request, services.config)
    try {
      await consumeUploadLimit(services, sender)
      const length = readLength(request)
      const pairs = await findSenderPairs(services, sender)
      const kind = readUploadMetadata(metadata, sender, pairs, services)
      return await createUpload(services, sender, kind, length, { key })
    } catch (error) {
      throw visitorFailure(sender, error)
    }
  }

  /**
   * Creates an upload that adds a file to a transfer, for its managers. @throws Failure API_KEY_REFUSED, and as createUpload
   */
  async function createFor(
    request: FastifyRequest,
    ref: string,
    metadata: Metadata,
    key: string | undefined,
  ) {
    // The route is for what sends; this changes what there is, as POST /transfers/:ref/files does.
    // guard: scope of what adds to a transfer by tus -> tests/http/signing-in/api-keys.test.ts "changes no transfer by an upload"
    if (request.caller?.apiKey) assertScope(request.caller.apiKey.scopes, 'transfers:manage')
    const managed = await findManaged(services, ref, manageCredentials(request))
    const sender = await senderTo(services, managed, clientAddress(request))
    assertMaySend(sender, request, services.config)
    await consumeUploadLimit(services, sender)
    const length = readLength(request)
    const { kind, fields } = readAddedMetadata(metadata, services.clock.now())
    const { by, network } = managed
    const keyId = request.caller?.apiKey?.id
    const addingTo = {
      target: { ref, network, keyId, ...(by && { by: { id: by.id, username: by.username } }) },
      findTransferKey: () => unlockForFile(services, managed, fields, sender.address),
      limits: await findRoomIn(services, managed.transfer, sender),
    }
    return createUpload(services, sender, kind, length, { key, addingTo })
  }

  /**
   * Takes a request's bytes at an offset, and makes the file when they are the last. Gives the new offset.
   * @throws Failure of a refused upload what it was refused for, each time
   */
  async function take(id: string, offset: number, request: FastifyRequest): Promise<number> {
    const checksum = readChecksum(header(request, 'upload-checksum'))
    return await locks.holdTaking(id, async (interrupted, lock) => {
      const row = await findUpload(services, id)
      // guard: offset of a PATCH -> tests/http/uploads/resumable.test.ts "refuses a wrong offset"
      if (offset !== row.received) throw new Failure('UPLOAD_OFFSET_MISMATCH')
      if (row.outcome !== null) {
        // Throws the reason of a refused upload, which may lack bytes: a client that only learns its offset would send them for
        // ever.
        readOutcome(row.outcome, manageTokenOf(id))
        return row.received
      }
      const upload = await openUpload(services, id, row)
      if (upload.length - offset < Number(request.headers['content-length'] ?? 0))
        throw new Failure('BODY_TOO_LARGE')
      const report = reportProgress(services, request.headers[stepsHeader])
      return await refusing(upload, lock, report, async () => {
        let received = offset
        const { linkId, kind } = upload
        const arrival = linkId === undefined ? undefined : reportArrival(services, linkId, () => received)
        const head =
          linkId !== undefined && offset === 0 && kind.type === 'form'
            ? readFormHead(services, linkId, kind.contentType)
            : undefined
        const seen = (chunk: Uint8Array) => {
          received += chunk.length
          head?.write(chunk)
        }
        const sent = { body: request.raw, checksum, interrupted, seen }
        const mayHaveBytes = offset < upload.length || isChunked(request)
        try {
          const scan = mayHaveBytes ? await appendToUpload(services, upload, sent) : undefined
          head?.end()
          received = (await findUpload(services, id)).received
          if (received === upload.length) await finishUpload(services, id, upload, lock, report, scan)
          return received
        } finally {
          await arrival?.stop(received === upload.length)
        }
      })
    })
  }

  /** Finishes an upload whose bytes have all come, but whose end was lost. */
  async function finish(id: string, request: FastifyRequest): Promise<void> {
    const report = reportProgress(services, request.headers[stepsHeader])
    await locks.hold(id, async (lock) => {
      const row = await findUpload(services, id)
      if (row.outcome !== null) return
      const upload = await openUpload(services, id, row)
      await refusing(upload, lock, report, () => finishUpload(services, id, upload, lock, report))
    })
  }

  /** Ends the upload after a failure that is final: its chunks go, its address keeps the reason. */
  async function refusing<Result>(
    upload: OpenUpload,
    lock: Lock,
    report: ReturnType<typeof reportProgress>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (thrown) {
      const error = visitorFailure(upload.sender, thrown)
      if (error instanceof Failure && isFinal(error)) {
        const { code, message, supportedTypes } = error
        await transact(services.database, async (transaction) => {
          // guard: fence of a refused upload -> tests/faults/locks.test.ts "lets no refusal be settled"
          await assertStillHeld(transaction, lock)
          await keepOutcome(transaction, upload, { code, message, supportedTypes })
          await endArrival(
            { ...services, database: transaction },
            { uploadId: upload.transferId },
            endOf(error),
          )
        })
        await removeSegments(services, upload.fileId).catch((removal: unknown) => {
          services.log.warn({ err: removal }, 'the segments of an upload are left to the sweep')
        })
        await report('failed')
      }
      throw error
    }
  }

  function sayLink(reply: FastifyReply, linkId: string | undefined): void {
    if (linkId !== undefined) reply.header(downloadUrlHeader, downloadUrl(config.publicUrl, linkId))
  }

  function sayWhere(reply: FastifyReply, offset: number, expiresAt: number): void {
    reply.header('upload-offset', offset).header('upload-expires', new Date(expiresAt).toUTCString())
  }
}

/** Whether bytes may come whose number was not said. */
function isChunked({ headers }: FastifyRequest): boolean {
  return headers['content-type'] === bodyType && headers['transfer-encoding'] !== undefined
}

/** Failures that say something about this one request, and nothing about the upload. */
const passing = new Set([
  'UPLOAD_INCOMPLETE',
  'UPLOAD_OFFSET_MISMATCH',
  'UPLOAD_CHECKSUM_MISMATCH',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'RATE_LIMITED',
])

function isFinal({ code }: Failure): boolean {
  return errors[code].status < 500 && !passing.has(code)
}
