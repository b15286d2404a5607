import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { visitorTokenHeader } from '#contract/headers.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { limitOpenPerAddress } from '#server/platform/http/open-per-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { watchDownloads } from '../transfers/download/running-downloads.ts'
import { issueArchive } from './archive/issue-archive.ts'
import { sendArchive } from './archive/send-archive.ts'
import { closeRequest, deleteRequest, updateRequest } from './change-request.ts'
import { createRequest } from './create-request.ts'
import { listRequests } from './list-requests.ts'
import { describeRequest, findOwnRequest } from './model/request-rows.ts'
import { listRequestUploads, listVisitorUploads } from './model/request-uploads.ts'
import { describePublicRequest } from './public-request.ts'
import { issueRequestTicket, readVisitorToken, sendRequestCode } from './visits.ts'

/**
 * Looks at requests by one address, and changes by one account: milliseconds for one more, and how many are taken from the table
 * at a time.
 */
const visitLimit = { burst: 600, interval: 1000, block: 20 }

/** Archives that one address may receive at the same time. */
const maxArchives = 8

/** The calls of file requests: of their owners, and of their visitors. */
export function requestsRoutes(app: FastifyInstance, services: Services): void {
  const running = watchDownloads(services)
  const openArchives = limitOpenPerAddress(maxArchives)
  const limitVisits = batchedRateLimiter(services, visitLimit, visitLimit.block)
  const countChange = ({ id }: Caller) => limitVisits(`request-change:${id}`)

  bindEndpoint(app, endpoints.requests, ({ caller, query }) => listRequests(services, caller.id, query))

  bindEndpoint(app, endpoints.createRequest, async ({ caller, body, request }) => ({
    request: await createRequest(services, caller, body, clientNetwork(request)),
  }))

  bindEndpoint(app, endpoints.request, async ({ caller, params, query }) => {
    const row = await findOwnRequest(services.database, caller.id, params.id)
    const { uploads, ...page } = await listRequestUploads(services, row.id, query)
    return { request: { ...(await describeRequest(services, row)), uploads }, ...page }
  })

  bindEndpoint(app, endpoints.updateRequest, async ({ caller, params, body, request }) => {
    await countChange(caller)
    const actor = { caller, network: clientNetwork(request) }
    return { request: await updateRequest(services, actor, params.id, body) }
  })

  bindEndpoint(app, endpoints.closeRequest, async ({ caller, params, request }) => {
    await countChange(caller)
    const actor = { caller, network: clientNetwork(request) }
    return { request: await closeRequest(services, actor, params.id) }
  })

  bindEndpoint(app, endpoints.deleteRequest, async ({ caller, params, request }) => {
    await deleteRequest(services, { caller, network: clientNetwork(request) }, params.id)
    return { message: 'Request deleted.' }
  })

  bindEndpoint(app, endpoints.requestArchive, async ({ caller, params, body }) => {
    await countChange(caller)
    return issueArchive(services, caller, params.id, body.keyPassword)
  })

  bindEndpoint(app, endpoints.requestArchiveFile, async ({ params, query, request, reply }) => {
    const close = openArchives.enter(clientAddress(request))
    try {
      await sendArchive(services, running, { id: params.id, ticket: query.ticket }, reply)
    } finally {
      close()
    }
    return reply
  })

  bindEndpoint(app, endpoints.publicRequest, async ({ params, request }) => {
    await limitVisits(`info:${clientAddress(request)}`)
    return { request: await describePublicRequest(services, params.id) }
  })

  bindEndpoint(app, endpoints.requestCode, async ({ params, body, request }) => {
    const address = clientAddress(request)
    await limitVisits(`info:${address}`)
    return sendRequestCode(services, params.id, body, address)
  })

  bindEndpoint(app, endpoints.requestTicket, async ({ params, body, request }) => {
    const address = clientAddress(request)
    await limitVisits(`info:${address}`)
    const visitorToken = readVisitorToken(request.headers[visitorTokenHeader])
    return issueRequestTicket(services, params.id, body, { address, visitorToken })
  })

  bindEndpoint(app, endpoints.visitorUploads, async ({ params, request }) => {
    await limitVisits(`info:${clientAddress(request)}`)
    const token = readVisitorToken(request.headers[visitorTokenHeader])
    return { uploads: await listVisitorUploads(services, params.id, token) }
  })
}
