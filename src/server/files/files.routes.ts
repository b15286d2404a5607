import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint, type Call } from '../http/bind-endpoint.ts'
import type { Services } from '../ports/services.ts'
import { deleteFile } from './delete-file.ts'
import { findLiveFile } from './find-live-file.ts'
import { receiveUpload } from './receive-upload.ts'
import { sendFile } from './send-file.ts'
import { issueTicket } from './tickets.ts'
import { unlockFile } from './unlock-file.ts'

/** The calls about files. */
export function filesRoutes(app: FastifyInstance, services: Services): void {
  const upload = async ({ request, reply }: Pick<Call<typeof endpoints.upload>, 'request' | 'reply'>) => {
    reply.header('connection', 'close')
    const answer = await receiveUpload(services, request.raw)
    reply.removeHeader('connection')
    return answer
  }
  bindEndpoint(app, endpoints.upload, upload)
  bindEndpoint(app, endpoints.uploadMultiple, upload)
  bindEndpoint(app, endpoints.uploadStream, upload)

  bindEndpoint(app, endpoints.fileInfo, async ({ params }) => {
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
        uploadedBy: null,
        mimeType: file.mime_type,
        description: file.description,
        passwordProtected: file.password_protected === 1,
      },
    }
  })

  bindEndpoint(app, endpoints.downloadTicket, async ({ params, body }) => {
    const file = await findLiveFile(services, params.id)
    const ticket = await issueTicket(services, file, await unlockFile(services, file, body.password))
    return { ticket, url: `/api/download/${file.id}/file?ticket=${ticket}` }
  })

  bindEndpoint(app, endpoints.downloadFile, async ({ params, query, request, reply }) => {
    await sendFile(services, { id: params.id, ...query }, request, reply)
    return reply
  })

  bindEndpoint(app, endpoints.deleteFile, async ({ params, request }) => {
    const token = request.headers['x-deletion-token']
    await deleteFile(services, params.id, typeof token === 'string' ? token : undefined)
    return { message: 'File deleted.' }
  })
}
