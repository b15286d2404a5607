import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { stepsHeader } from '#contract/files.ts'
import { bindEndpoint, type Call } from '#server/platform/http/bind-endpoint.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteFile } from './delete-file.ts'
import { issueDownload } from './download/issue-download.ts'
import { sendFile } from './download/send-file.ts'
import { findUploader } from './files-table.ts'
import { findLiveFile } from './find-live-file.ts'
import { listOwnFiles } from './list-own-files.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { sendLink } from './send-link.ts'
import { ensureSpace } from './upload/ensure-space.ts'
import { receiveForm } from './upload/receive-form.ts'
import { sendSteps } from './upload/send-steps.ts'
import { senderOf } from './upload/sender-of.ts'
import { consumeUploadLimit } from './upload/upload-limit.ts'
import { reportProgress } from './upload/upload-steps.ts'

/** Looks at files by one address: milliseconds for one more, and how many are taken from the table at a time. */
const infoLimit = { burst: 600, interval: 1000, block: 20 }

/** The calls about files. */
export function filesRoutes(app: FastifyInstance, services: Services): void {
  const limitInfo = batchedRateLimiter(services, infoLimit, infoLimit.block)
  const upload = async ({ request, reply }: Pick<Call<typeof endpoints.upload>, 'request' | 'reply'>) => {
    const report = reportProgress(services, request.headers[stepsHeader])
    const sender = senderOf(request)
    reply.header('connection', 'close')
    await consumeUploadLimit(services, sender)
    await ensureSpace(services, Number(request.headers['content-length'] ?? 0))
    const form = { body: request.raw, contentType: request.headers['content-type'] ?? '' }
    try {
      const answer = await receiveForm(services, form, sender, report)
      await report('done')
      reply.removeHeader('connection')
      return answer
    } catch (error) {
      await report('failed')
      throw error
    }
  }
  bindEndpoint(app, endpoints.upload, upload)
  bindEndpoint(app, endpoints.uploadMultiple, upload)
  bindEndpoint(app, endpoints.uploadStream, upload)

  bindEndpoint(app, endpoints.uploadSteps, async ({ params, reply }) => {
    await sendSteps(services, params.token, reply)
    return reply
  })
  resumableRoutes(app, services)

  bindEndpoint(app, endpoints.fileInfo, async ({ params, caller, request }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    const file = await findLiveFile(services, params.id)
    return {
      file: {
        id: file.id,
        filename: file.filename,
        size: file.size,
        downloadCount: file.download_count,
        isEncrypted: true,
        encryptionMethod: file.encryption_method,
        uploadDate: new Date(file.uploaded_at).toISOString(),
        expiresAt: new Date(file.expires_at).toISOString(),
        uploadedBy: await findUploader(services.database, file),
        isOwner: caller !== undefined && caller.id === file.owner_id,
        mimeType: file.mime_type,
        description: file.description,
        passwordProtected: file.password_protected === 1,
        deleteAfterDownload: file.delete_after_download === 1,
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
    return issueDownload(services, { id: params.id, ...body, callerId: caller?.id, address })
  })

  bindEndpoint(app, endpoints.downloadFile, async ({ params, query, caller, request, reply }) => {
    await sendFile(services, { id: params.id, ...query, callerId: caller?.id }, request, reply)
    return reply
  })

  bindEndpoint(app, endpoints.deleteFile, async ({ params, request, caller }) => {
    const token = request.headers['x-deletion-token']
    const deletionToken = typeof token === 'string' ? token : undefined
    await deleteFile(services, params.id, { caller, deletionToken, network: clientNetwork(request) })
    return { message: 'File deleted.' }
  })
}
