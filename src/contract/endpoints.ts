import * as z from 'zod/mini'
import { fileId, fileInfo, ticketReply, ticketRequest, uploadReply } from './files.ts'
import { configReply, healthReply } from './service.ts'

/** Who may call: the server refuses to start with a route that does not say. */
export type Access = 'anyone' | 'user' | 'admin'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `:name` parameters. */
  readonly path: string
  readonly access: Access
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** A JSON body. Forms and files have none: their routes read and write streams. */
  readonly body?: z.ZodMiniType
  /** What a success answers in JSON. Bytes have none. */
  readonly reply?: z.ZodMiniType
  /** Status of a success; 200 unless told. */
  readonly status?: 200 | 201
}

const byFileId = z.object({ id: fileId })
const done = z.object({ success: z.literal(true), message: z.string() })

/** Every call on one screen. */
export const endpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', reply: healthReply },
  config: { method: 'GET', path: '/config', access: 'anyone', reply: configReply },

  upload: { method: 'POST', path: '/files/upload', access: 'anyone', reply: uploadReply, status: 201 },
  uploadMultiple: {
    method: 'POST',
    path: '/files/upload-multiple',
    access: 'anyone',
    reply: uploadReply,
    status: 201,
  },
  uploadStream: {
    method: 'POST',
    path: '/files/upload-stream',
    access: 'anyone',
    reply: uploadReply,
    status: 201,
  },
  fileInfo: {
    method: 'GET',
    path: '/files/info/:id',
    access: 'anyone',
    params: byFileId,
    reply: z.object({ success: z.literal(true), file: fileInfo }),
  },
  deleteFile: { method: 'DELETE', path: '/files/:id', access: 'anyone', params: byFileId, reply: done },

  downloadTicket: {
    method: 'POST',
    path: '/download/:id/ticket',
    access: 'anyone',
    params: byFileId,
    body: ticketRequest,
    reply: ticketReply,
    status: 201,
  },
  downloadFile: {
    method: 'GET',
    path: '/download/:id/file',
    access: 'anyone',
    params: byFileId,
    query: z.object({
      ticket: z.optional(z.string()),
      password: z.optional(z.string()),
      keyPassword: z.optional(z.string()),
    }),
  },
} as const satisfies Record<string, Endpoint>
