import * as z from 'zod/mini'
import { visitorTokenHeader } from '../headers.ts'
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
import { done, type Endpoint } from './endpoint.ts'

const byRequest = { params: z.object({ id: requestId }), notFound: 'REQUEST_NOT_FOUND' } as const

/**
 * The calls of file requests. Uploads to one go through the calls that upload, with the header `x-request-ticket`; an upload
 * is opened and deleted like any other transfer of its owner.
 */
export const requestsEndpoints = {
  requests: {
    ...routes.requests,
    summary: 'Lists the caller’s file requests.',
    query: requestsQuery,
    reply: requestsReply,
  },
  createRequest: {
    ...routes.createRequest,
    summary: 'Creates a file request, a link through which anyone can send files to the caller.',
    body: createRequestRequest,
    reply: requestReply,
    status: 201,
  },
  request: {
    ...routes.request,
    summary: 'Returns a file request and its uploads.',
    ...byRequest,
    query: requestQuery,
    reply: requestWithUploadsReply,
  },
  updateRequest: {
    ...routes.updateRequest,
    summary: 'Changes a file request; a later deadline reopens it.',
    ...byRequest,
    body: updateRequestRequest,
    reply: requestReply,
  },
  deleteRequest: {
    ...routes.deleteRequest,
    summary: 'Deletes a file request and keeps the files received.',
    ...byRequest,
    reply: done,
  },
  closeRequest: {
    ...routes.closeRequest,
    summary: 'Closes a file request before its deadline.',
    ...byRequest,
    reply: requestReply,
  },
  requestArchive: {
    ...routes.requestArchive,
    summary: 'Issues the address of a ZIP with all files received.',
    ...byRequest,
    body: requestArchiveRequest,
    reply: requestArchiveReply,
    status: 201,
  },
  requestArchiveFile: {
    ...routes.requestArchiveFile,
    summary: 'Returns a ZIP with all files received.',
    ...byRequest,
    query: requestArchiveQuery,
    stream: { 'application/octet-stream': 'bytes' },
  },
  publicRequest: {
    ...routes.publicRequest,
    summary: 'Returns a file request as visitors see it.',
    ...byRequest,
    reply: publicRequestReply,
  },
  requestCode: {
    ...routes.requestCode,
    summary: 'Emails a code to a visitor to confirm their address.',
    ...byRequest,
    body: requestCodeRequest,
    reply: requestCodeReply,
  },
  requestTicket: {
    ...routes.requestTicket,
    summary: 'Issues an upload ticket to a visitor.',
    ...byRequest,
    headers: [visitorTokenHeader],
    body: requestTicketRequest,
    reply: requestTicketReply,
    status: 201,
  },
  visitorUploads: {
    ...routes.visitorUploads,
    summary: 'Lists the uploads of a visitor.',
    ...byRequest,
    headers: [visitorTokenHeader],
    reply: visitorUploadsReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
