import * as z from 'zod/mini'
import {
  authReply,
  loginRequest,
  logoutRequest,
  refreshRequest,
  registerReply,
  registerRequest,
  user,
} from './accounts.ts'
import { fileId, fileInfo, sendLinkRequest, ticketReply, ticketRequest, uploadReply } from './files.ts'
import { type Route, type RouteName, routes } from './routes.ts'
import { configReply, healthReply } from './service.ts'

/** A call with its schemas. */
export type Endpoint = Route & {
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

/** What goes into and comes out of every call. */
export const endpoints = {
  health: { ...routes.health, reply: healthReply },
  config: { ...routes.config, reply: configReply },

  upload: { ...routes.upload, reply: uploadReply, status: 201 },
  uploadMultiple: { ...routes.uploadMultiple, reply: uploadReply, status: 201 },
  uploadStream: { ...routes.uploadStream, reply: uploadReply, status: 201 },
  uploadSteps: { ...routes.uploadSteps, params: z.object({ token: fileId }) },
  resumableResult: { ...routes.resumableResult, params: byFileId, reply: uploadReply },
  fileInfo: {
    ...routes.fileInfo,
    params: byFileId,
    reply: z.object({ success: z.literal(true), file: fileInfo }),
  },
  sendEmail: { ...routes.sendEmail, body: sendLinkRequest, reply: done },
  deleteFile: { ...routes.deleteFile, params: byFileId, reply: done },

  downloadTicket: {
    ...routes.downloadTicket,
    params: byFileId,
    body: ticketRequest,
    reply: ticketReply,
    status: 201,
  },
  downloadFile: {
    ...routes.downloadFile,
    params: byFileId,
    query: z.object({
      ticket: z.optional(z.string()),
      password: z.optional(z.string()),
      keyPassword: z.optional(z.string()),
    }),
  },

  register: { ...routes.register, body: registerRequest, reply: registerReply, status: 201 },
  login: { ...routes.login, body: loginRequest, reply: authReply },
  currentUser: { ...routes.currentUser, reply: z.object({ success: z.literal(true), user }) },
  refresh: { ...routes.refresh, body: refreshRequest, reply: authReply },
  logout: { ...routes.logout, body: logoutRequest, reply: done },
} as const satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints
