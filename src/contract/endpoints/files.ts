import * as z from 'zod/mini'
import { deletionTokenHeader, proofHeader, requestTicketHeader, stepsHeader } from '../headers.ts'
import { visitorUploadReply } from '../requests/requests.ts'
import { type RouteName, routes } from '../routes.ts'
import {
  fileId,
  fileInfo,
  ownFilesQuery,
  ownFilesReply,
  putHeaders,
  sendLinkRequest,
  uploadFields,
  uploadReply,
} from '../transfers/files.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byFileId = z.object({ id: fileId })

/** Calls that send files, and those about a file or a link of its sender. */
export const filesEndpoints = {
  upload: {
    ...routes.upload,
    summary: 'Uploads a file.',
    headers: [requestTicketHeader, stepsHeader],
    form: { fields: uploadFields, part: 'file' },
    reply: uploadReply,
    visitorReply: visitorUploadReply,
    status: 201,
  },
  uploadMultiple: {
    ...routes.uploadMultiple,
    summary: 'Uploads several files as one ZIP archive.',
    headers: [requestTicketHeader, stepsHeader],
    form: { fields: uploadFields, part: 'files' },
    reply: uploadReply,
    visitorReply: visitorUploadReply,
    status: 201,
  },
  uploadStream: {
    ...routes.uploadStream,
    summary: 'Uploads a file, as `upload` does; proxies can route large files by this address.',
    headers: [requestTicketHeader, stepsHeader],
    form: { fields: uploadFields, part: 'file' },
    reply: uploadReply,
    visitorReply: visitorUploadReply,
    status: 201,
  },
  putFile: {
    ...routes.putFile,
    summary:
      'Uploads the request body as a file, as `curl -T` sends it, and returns its link as text. `PUT /:filename` does the same.',
    params: z.object({ filename: z.string() }),
    headers: [...Object.keys(putHeaders), requestTicketHeader, stepsHeader],
    file: true,
    stream: { 'text/plain': 'text' },
    status: 201,
  },
  uploadSteps: {
    ...routes.uploadSteps,
    summary: 'Streams the steps of a running upload, and its link as the event `link` once it can be sent.',
    params: z.object({ token: fileId }),
    stream: { 'text/event-stream': 'text' },
  },
  arrival: {
    ...routes.arrival,
    summary:
      'Streams the progress of an upload to those who have its link: `progress`, `paused`, `resumed`, `ready` or `ended`.',
    params: byFileId,
    stream: { 'text/event-stream': 'text' },
  },
  resumableResult: {
    ...routes.resumableResult,
    summary: 'Returns the result of a finished resumable upload.',
    params: byFileId,
    notFound: 'UPLOAD_NOT_FOUND',
    headers: [stepsHeader],
    reply: uploadReply,
    visitorReply: visitorUploadReply,
  },
  fileInfo: {
    ...routes.fileInfo,
    summary: 'Returns details of a file.',
    params: byFileId,
    headers: [proofHeader],
    reply: z.object({ success, file: fileInfo }),
  },
  ownFiles: {
    ...routes.ownFiles,
    summary: 'Lists the caller’s files.',
    query: ownFilesQuery,
    reply: ownFilesReply,
  },
  sendEmail: {
    ...routes.sendEmail,
    summary: 'Emails a download link.',
    body: sendLinkRequest,
    reply: done,
  },
  deleteFile: {
    ...routes.deleteFile,
    summary: 'Deletes a file, for its owner, an administrator or the holder of its deletion link.',
    params: byFileId,
    headers: [deletionTokenHeader],
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
