import * as z from 'zod/mini'
import { listQuery, listReply } from '../lists.ts'
import { randomId, time } from '../transfers/files.ts'

/**
 * `expiring`: within an hour it will expire. `received`: something has arrived for a file request. `request-closed`: a request
 * has ended because its key was deleted.
 */
const notificationKinds = ['downloaded', 'expiring', 'expired', 'received', 'request-closed'] as const

/** Something that happened to a file of the caller. When it happens again, it moves up and is unread again. */
const notification = z.object({
  id: randomId,
  kind: z.enum(notificationKinds),
  /** The reference of the transfer, which may have ended by now. The id of the request for `received` and `request-closed`. */
  ref: randomId,
  /** Whose link the last download was by: the address of its recipient, or its label. Null for the main link. */
  by: z.nullable(z.string()),
  /** The name of the file, or the title of the request. */
  filename: z.string(),
  /** How often it has happened. */
  times: z.int(),
  /** The last time. */
  happenedAt: time,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/** The latest first. */
export const notificationsQuery = listQuery(['all', 'unread'])
export type NotificationsQuery = z.output<typeof notificationsQuery>

const unread = z.int()

export const notificationsReply = z.object({
  ...listReply,
  notifications: z.array(notification),
  /** On all pages together. */
  unread,
})
export type NotificationsReply = z.infer<typeof notificationsReply>

export const unreadReply = z.object({ success: z.literal(true), unread })

/** These, or without a list all there are. */
export const markReadRequest = z.object({
  ids: z.optional(z.array(randomId).check(z.maxLength(100))),
})
export type MarkReadRequest = z.infer<typeof markReadRequest>
