import * as z from 'zod/mini'
import {
  createRequestRequest,
  publicRequestReply,
  requestArchiveQuery,
  requestArchiveReply,
  requestArchiveRequest,
  requestCodeReply,
  requestCodeRequest,
  requestId,
  requestQuery,
  requestReply,
  requestsQuery,
  requestsReply,
  requestTicketReply,
  requestTicketRequest,
  requestWithUploadsReply,
  updateRequestRequest,
  visitorUploadsReply,
} from '../requests/requests.ts'
import { type RouteName, routes } from '../routes.ts'

const byRequest = { params: z.object({ id: requestId }), notFound: 'REQUEST_NOT_FOUND' } as const
const done = z.object({ success: z.literal(true), message: z.string() })

/**
 * The calls of file requests. Uploads to one go through the calls that upload, with the header `x-request-ticket`; an upload
 * is opened and deleted like any other transfer of its owner.
 */
export const requestsEndpoints = {
  requests: { ...routes.requests, query: requestsQuery, reply: requestsReply },
  createRequest: { ...routes.createRequest, body: createRequestRequest, reply: requestReply, status: 201 },
  request: { ...routes.request, ...byRequest, query: requestQuery, reply: requestWithUploadsReply },
  updateRequest: { ...routes.updateRequest, ...byRequest, body: updateRequestRequest, reply: requestReply },
  deleteRequest: { ...routes.deleteRequest, ...byRequest, reply: done },
  closeRequest: { ...routes.closeRequest, ...byRequest, reply: requestReply },
  requestArchive: {
    ...routes.requestArchive,
    ...byRequest,
    body: requestArchiveRequest,
    reply: requestArchiveReply,
    status: 201,
  },
  requestArchiveFile: { ...routes.requestArchiveFile, ...byRequest, query: requestArchiveQuery },
  publicRequest: { ...routes.publicRequest, ...byRequest, reply: publicRequestReply },
  requestCode: { ...routes.requestCode, ...byRequest, body: requestCodeRequest, reply: requestCodeReply },
  requestTicket: {
    ...routes.requestTicket,
    ...byRequest,
    body: requestTicketRequest,
    reply: requestTicketReply,
    status: 201,
  },
  visitorUploads: { ...routes.visitorUploads, ...byRequest, reply: visitorUploadsReply },
} as const satisfies Partial<Record<RouteName, object>>
