import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { stepsHeader } from '#contract/transfers/files.ts'
import { bindEndpoint, type Call } from '#server/platform/http/bind-endpoint.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { readUploadForm } from '#server/platform/http/forms/read-upload-form.ts'
import { limitOpenPerAddress } from '#server/platform/http/open-per-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { issueDownload } from './download/issue-download.ts'
import { watchDownloads } from './download/running-downloads.ts'
import { sendDownload } from './download/send-download.ts'
import { deleteTransfer } from './lifetime/delete-transfer.ts'
import { findLiveLink } from './links/find-live-link.ts'
import { sendLink } from './links/send-link.ts'
import { listOwnFiles } from './list-own-files.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { putRoutes } from './upload/put.routes.ts'
import { type IncomingForm, receiveForm } from './upload/receive-form.ts'
import { sendSteps } from './upload/send-steps.ts'
import { assertMaySend, senderOf } from './upload/sender.ts'
import { claimUpload, consumeUploadLimit } from './upload/upload-claims.ts'
import { createStepFollower, reportProgress } from './upload/upload-steps.ts'

/** Looks at files by one address: milliseconds for one more, and how many are taken from the table at a time. */
const infoLimit = { burst: 600, interval: 1000, block: 20 }

/** Downloads, and listeners to the steps of uploads, that one address may have open at the same time. */
const maxOpen = { downloads: 128, listeners: 128 }

/** What a route is given of one call. */
type Exchange = Pick<Call<typeof endpoints.upload>, 'request' | 'reply'>

/** The calls about files. */
export function transfersRoutes(app: FastifyInstance, services: Services): void {
  const running = watchDownloads(services)
  const limitInfo = batchedRateLimiter(services, infoLimit, infoLimit.block)
  const openDownloads = limitOpenPerAddress(maxOpen.downloads)
  const openListeners = limitOpenPerAddress(maxOpen.listeners)
  const receive = async ({ request, reply }: Exchange, read: IncomingForm['read']) => {
    const report = reportProgress(services, request.headers[stepsHeader])
    const sender = senderOf(request)
    reply.header('connection', 'close')
    assertMaySend(sender, services.config)
    await consumeUploadLimit(services, sender)
    const { 'content-length': declared } = request.headers
    const length = declared === undefined ? undefined : Number(declared)
    const claim = await claimUpload(services, sender, length ?? 0)
    const form = { read, claim, length }
    try {
      const answer = await receiveForm(services, form, sender, report)
      await report('done')
      reply.removeHeader('connection')
      return answer
    } catch (error) {
      await claim.release().catch((release: unknown) => {
        services.log.warn({ err: release }, 'the claim of an upload is left to the sweep')
      })
      await report('failed')
      throw error
    }
  }
  const upload = (exchange: Exchange) => {
    const { raw, headers } = exchange.request
    return receive(exchange, (handlers) => readUploadForm(raw, headers['content-type'] ?? '', handlers))
  }
  bindEndpoint(app, endpoints.upload, upload)
  bindEndpoint(app, endpoints.uploadMultiple, upload)
  bindEndpoint(app, endpoints.uploadStream, upload)

  putRoutes(app, receive)

  const followSteps = createStepFollower(services)
  bindEndpoint(app, endpoints.uploadSteps, async ({ params, request, reply }) => {
    const close = openListeners.enter(clientAddress(request))
    try {
      await sendSteps(followSteps, params.token, reply)
    } finally {
      close()
    }
    return reply
  })
  resumableRoutes(app, services)

  bindEndpoint(app, endpoints.fileInfo, async ({ params, caller, request }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    const { link, transfer, file, sender } = await findLiveLink(services, params.id)
    return {
      file: {
        id: link.id,
        filename: transfer.name,
        size: transfer.size,
        downloadCount: transfer.downloads,
        isEncrypted: true,
        encryptionMethod: transfer.encryption_method,
        uploadDate: new Date(transfer.created_at).toISOString(),
        expiresAt: new Date(
          Math.min(transfer.expires_at, link.expires_at ?? transfer.expires_at),
        ).toISOString(),
        uploadedBy: sender,
        isOwner: caller !== undefined && caller.id === transfer.owner_id,
        mimeType: file.mime_type,
        title: transfer.title,
        senderName: transfer.sender_name,
        description: transfer.message,
        passwordProtected: transfer.password_protected === 1,
        deleteAfterDownload: transfer.delete_after_download === 1,
        scan: file.scan,
      },
    }
  })

  bindEndpoint(app, endpoints.ownFiles, ({ caller, query }) => listOwnFiles(services, caller.id, query))

  bindEndpoint(app, endpoints.sendEmail, async ({ body, request }) => {
    await sendLink(services, senderOf(request), body)
    return { message: 'The mail is on its way.' }
  })

  bindEndpoint(app, endpoints.downloadTicket, async ({ params, body, caller, request }) => {
    const address = clientAddress(request)
    await limitInfo(`info:${address}`)
    return issueDownload(services, { id: params.id, ...body, callerId: personOf(caller), address })
  })

  bindEndpoint(app, endpoints.downloadFile, async ({ params, query, caller, request, reply }) => {
    const close = openDownloads.enter(clientAddress(request))
    try {
      const wanted = { id: params.id, ...query, callerId: personOf(caller) }
      await sendDownload(services, running, wanted, request, reply)
    } finally {
      close()
    }
    return reply
  })

  bindEndpoint(app, endpoints.deleteFile, async ({ params, request, caller }) => {
    const token = request.headers['x-deletion-token']
    const deletionToken = typeof token === 'string' ? token : undefined
    await deleteTransfer(services, params.id, { caller, deletionToken, network: clientNetwork(request) })
    return { message: 'File deleted.' }
  })
}

/** The account that key pairs may be opened for: a program with an API key has none. */
function personOf(caller: Caller | undefined): string | undefined {
  return caller?.apiKey ? undefined : caller?.id
}
