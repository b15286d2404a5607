import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { deletionTokenHeader, proofHeader } from '#contract/headers.ts'
import { bindEndpoint, type Call } from '#server/identity/calls/bind-endpoint.ts'
import { personOf } from '#server/identity/principals/principal.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { limitOpenPerAddress } from '#server/platform/http/open-per-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmReceived } from './download/deliveries/confirm-received.ts'
import { openDeliveryRecorder } from './download/deliveries/record-delivery.ts'
import { issueDownload } from './download/open-download.ts'
import { watchDownloads } from './download/running-downloads.ts'
import { sendDownload } from './download/send-download.ts'
import { admitWith } from './download/tickets.ts'
import { deleteTransfer } from './lifetime/delete-transfer.ts'
import { findLiveLink } from './links/find-live-link.ts'
import { proveLinkCode, sendLinkCode } from './links/link-codes.ts'
import { sendLink } from './links/send-link.ts'
import { manageRoutes } from './manage/manage.routes.ts'
import { recipientsRoutes } from './manage/recipients.routes.ts'
import { findFileInfo } from './members/find-file-info.ts'
import { membersRoutes } from './members/members.routes.ts'
import { findArrival } from './model/arrivals/find-arrival.ts'
import { type ArrivalState, createArrivalFollower } from './model/arrivals/follow-arrivals.ts'
import { sendArrival } from './model/arrivals/send-arrival.ts'
import { listOwnFiles } from './own/list-own-files.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { senderOf, uploadSenderOf } from './sender/sender.ts'
import { createStepFollower, sendSteps } from './upload/progress/upload-steps.ts'
import { putRoutes } from './upload/put.routes.ts'
import { receiveUpload } from './upload/receive-upload.ts'

/** Looks at files by one address: milliseconds for one more, and how many are taken from the table at a time. */
const infoLimit = { burst: 600, interval: 1000, block: 20 }

/** Downloads, listeners to the steps of uploads, and receivers who wait for one, that one address may have open at the same time; all receivers. */
const maxOpen = { downloads: 128, listeners: 128, receivers: 64, allReceivers: 4000 }

function proofOf({ headers }: FastifyRequest): string | undefined {
  const proof = headers[proofHeader]
  return typeof proof === 'string' ? proof : undefined
}

/** The calls about files. */
export function transfersRoutes(app: FastifyInstance, services: Services): void {
  const running = watchDownloads(services)
  const recorder = openDeliveryRecorder(services)
  const limitInfo = batchedRateLimiter(services, infoLimit, infoLimit.block)
  const openDownloads = limitOpenPerAddress(maxOpen.downloads)
  const openReceivers = limitOpenPerAddress(maxOpen.receivers, maxOpen.allReceivers)
  const openListeners = limitOpenPerAddress(maxOpen.listeners)
  const upload = async ({ request, reply }: Pick<Call<typeof endpoints.upload>, 'request' | 'reply'>) =>
    receiveUpload(services, { request, reply }, await uploadSenderOf(services, request))
  for (const endpoint of [endpoints.upload, endpoints.uploadMultiple, endpoints.uploadStream])
    bindEndpoint(app, endpoint, upload)

  putRoutes(app, services)

  const followSteps = createStepFollower(services)
  bindEndpoint(app, endpoints.uploadSteps, async ({ params, request, reply }) => {
    const close = openListeners.enter(clientAddress(request))
    try {
      await sendSteps(services, followSteps, params.token, reply)
    } finally {
      close()
    }
    return reply
  })
  const followArrivals = createArrivalFollower(services)
  bindEndpoint(app, endpoints.arrival, async ({ params: { id }, request, reply }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    const close = openReceivers.enter(clientAddress(request))
    try {
      await sendArrival(followArrivals, id, await arrivalOf(services, id), reply)
    } finally {
      close()
    }
    return reply
  })
  resumableRoutes(app, services)
  manageRoutes(app, services)
  recipientsRoutes(app, services)

  bindEndpoint(app, endpoints.fileInfo, async ({ params, caller, request }) => {
    const address = clientAddress(request)
    await limitInfo(`info:${address}`)
    return { file: await findFileInfo(services, params.id, { caller, proof: proofOf(request), address }) }
  })

  bindEndpoint(app, endpoints.ownFiles, ({ caller, query }) => listOwnFiles(services, caller.id, query))

  bindEndpoint(app, endpoints.sendEmail, async ({ body, request }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    await sendLink(services, senderOf(request), body)
    return { message: 'The mail is on its way.' }
  })

  bindEndpoint(app, endpoints.downloadTicket, async ({ params, body, caller, request }) => {
    const address = clientAddress(request)
    await limitInfo(`info:${address}`)
    const { proof: keyProof, ...attempt } = body
    const about = { id: params.id, proof: proofOf(request), callerId: personOf(caller), address }
    return issueDownload(services, { ...about, ...attempt, keyProof })
  })

  bindEndpoint(app, endpoints.downloadReceived, async ({ params, body: { ticket }, request }) => {
    const address = clientAddress(request)
    await limitInfo(`info:${address}`)
    const live = await findLiveLink(services, params.id, admitWith(services, { ticket, address }))
    await confirmReceived(services, live, ticket, clientNetwork(request))
    return { message: 'Counted.' }
  })

  bindEndpoint(app, endpoints.downloadCode, async ({ params, body, request }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    const { code } = body
    const network = clientNetwork(request)
    return code === undefined
      ? sendLinkCode(services, params.id, network)
      : proveLinkCode(services, params.id, { code, network })
  })

  bindEndpoint(app, endpoints.downloadFile, async ({ params, query, caller, request, reply }) => {
    const close = openDownloads.enter(clientAddress(request))
    try {
      const wanted = { id: params.id, ...query, callerId: personOf(caller) }
      await sendDownload(services, { running, recorder }, wanted, request, reply)
    } finally {
      close()
    }
    return reply
  })

  membersRoutes(app, services, { running, openDownloads, limitInfo, proofOf })

  bindEndpoint(app, endpoints.deleteFile, async ({ params, request, caller }) => {
    await limitInfo(`info:${clientAddress(request)}`)
    const token = request.headers[deletionTokenHeader]
    const deletionToken = typeof token === 'string' ? token : undefined
    await deleteTransfer(services, params.id, { caller, deletionToken, network: clientNetwork(request) })
    return { message: 'File deleted.' }
  })
}

/** State of an upload for a receiver who begins to wait. @throws Failure as findLiveLink does */
async function arrivalOf(services: Services, id: string): Promise<ArrivalState> {
  const arrival = await findArrival(services, id)
  if (!arrival) {
    // A link that needs a code is live, too.
    await findLiveLink(services, id)
    return { is: 'ready' }
  }
  const { received, total, ended_as } = arrival
  if (ended_as !== null) return { is: 'ended', reason: ended_as }
  return { is: 'arriving', received, total, pausedSince: undefined }
}
