import * as z from 'zod/mini'
import { proofHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import { fileId, pathNumber, receivedRequest, ticketReply, ticketRequest } from '../transfers/files.ts'
import {
  memberQuery,
  membersQuery,
  membersReply,
  selectionQuery,
  selectionReply,
  selectionRequest,
} from '../transfers/members.ts'
import { downloadCodeReply, downloadCodeRequest } from '../transfers/recipients.ts'
import { done, type Endpoint } from './endpoint.ts'

const byFileId = z.object({ id: fileId })
const byMember = z.object({ id: fileId, n: pathNumber })

/** Calls that open a link, its files and what is inside them. */
export const downloadsEndpoints = {
  downloadCode: {
    ...routes.downloadCode,
    summary: 'Emails a code to the recipient of a link, or exchanges it for a proof.',
    params: byFileId,
    body: downloadCodeRequest,
    reply: downloadCodeReply,
  },
  downloadTicket: {
    ...routes.downloadTicket,
    summary: 'Issues a download ticket.',
    params: byFileId,
    headers: [proofHeader],
    body: ticketRequest,
    reply: ticketReply,
    status: 201,
  },
  downloadFile: {
    ...routes.downloadFile,
    summary: 'Returns the content of a file, or a range of it.',
    params: byFileId,
    query: z.object({
      ticket: z.optional(z.string()),
      password: z.optional(z.string()),
      keyPassword: z.optional(z.string()),
    }),
    stream: { 'application/octet-stream': 'bytes' },
  },
  downloadReceived: {
    ...routes.downloadReceived,
    summary: 'Counts a download of an end-to-end encrypted transfer whose receiver has checked all of it.',
    params: byFileId,
    body: receivedRequest,
    reply: done,
  },

  members: {
    ...routes.members,
    summary: 'Lists the files in a transfer, 100 on a page.',
    params: byFileId,
    query: membersQuery,
    headers: [proofHeader],
    reply: membersReply,
  },
  memberFile: {
    ...routes.memberFile,
    summary: 'Returns one file of a transfer, or a range of it if it was not compressed.',
    params: byMember,
    query: memberQuery,
    headers: [proofHeader],
    stream: { 'application/octet-stream': 'bytes' },
  },
  memberPreview: {
    ...routes.memberPreview,
    summary: 'Returns an image, audio, video or the beginning of a text for display in a sandbox.',
    params: byMember,
    query: memberQuery,
    headers: [proofHeader],
    stream: { 'image/*': 'bytes', 'audio/*': 'bytes', 'video/*': 'bytes', 'text/plain': 'text' },
  },
  memberThumbnail: {
    ...routes.memberThumbnail,
    summary: 'Returns the thumbnail of a file, if its sender made one.',
    params: byMember,
    query: memberQuery,
    headers: [proofHeader],
    stream: { 'image/webp': 'bytes' },
  },
  selection: {
    ...routes.selection,
    summary: 'Returns the address of a ZIP with some files of a transfer.',
    params: byFileId,
    query: memberQuery,
    headers: [proofHeader],
    body: selectionRequest,
    reply: selectionReply,
  },
  selectionFile: {
    ...routes.selectionFile,
    summary: 'Returns a ZIP with some files of a transfer.',
    params: byFileId,
    query: selectionQuery,
    headers: [proofHeader],
    stream: { 'application/octet-stream': 'bytes' },
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
