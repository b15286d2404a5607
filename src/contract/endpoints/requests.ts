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
    summary: 'Lists one’s file requests.',
    query: requestsQuery,
    reply: requestsReply,
  },
  createRequest: {
    ...routes.createRequest,
    summary: 'Creates a file request: a link through which anyone can send files to one.',
    body: createRequestRequest,
    reply: requestReply,
    status: 201,
  },
  request: {
    ...routes.request,
    summary: 'Shows a file request and what has arrived.',
    ...byRequest,
    query: requestQuery,
    reply: requestWithUploadsReply,
  },
  updateRequest: {
    ...routes.updateRequest,
    summary: 'Changes a file request; a later deadline opens it again.',
    ...byRequest,
    body: updateRequestRequest,
    reply: requestReply,
  },
  deleteRequest: {
    ...routes.deleteRequest,
    summary: 'Deletes a file request; what has arrived stays.',
    ...byRequest,
    reply: done,
  },
  closeRequest: {
    ...routes.closeRequest,
    summary: 'Ends a file request before its deadline.',
    ...byRequest,
    reply: requestReply,
  },
  requestArchive: {
    ...routes.requestArchive,
    summary: 'Returns the address of a ZIP of everything that has arrived.',
    ...byRequest,
    body: requestArchiveRequest,
    reply: requestArchiveReply,
    status: 201,
  },
  requestArchiveFile: {
    ...routes.requestArchiveFile,
    summary: 'Sends such a ZIP.',
    ...byRequest,
    query: requestArchiveQuery,
    stream: { 'application/octet-stream': 'bytes' },
  },
  publicRequest: {
    ...routes.publicRequest,
    summary: 'Describes a file request to its visitors.',
    ...byRequest,
    reply: publicRequestReply,
  },
  requestCode: {
    ...routes.requestCode,
    summary: 'Mails a code to a visitor whose address is to be confirmed.',
    ...byRequest,
    body: requestCodeRequest,
    reply: requestCodeReply,
  },
  requestTicket: {
    ...routes.requestTicket,
    summary: 'Issues a ticket with which a visitor uploads to a file request.',
    ...byRequest,
    headers: [visitorTokenHeader],
    body: requestTicketRequest,
    reply: requestTicketReply,
    status: 201,
  },
  visitorUploads: {
    ...routes.visitorUploads,
    summary: 'Lists what a visitor has sent.',
    ...byRequest,
    headers: [visitorTokenHeader],
    reply: visitorUploadsReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
