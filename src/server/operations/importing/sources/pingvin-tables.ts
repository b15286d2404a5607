import * as z from 'zod/mini'
import { byteCount, count, flag, moment, optionalText, text } from './column-values.ts'

/** Tables without which a database is none of Pingvin Share. */
export const pingvinTables = ['User', 'Share', 'ReverseShare', 'File', 'ShareSecurity'] as const

/**
 * Columns of Pingvin Share since 0.10 (backend/prisma/schema.prisma) and of Pingvin Share X that are read. Those that came later
 * are null in an older database.
 */
export const userRow = z.object({
  id: text,
  username: text,
  email: text,
  isAdmin: flag,
  /** X: null where accounts need no activation. */
  isActivated: z.nullable(z.union([z.literal(0), z.literal(1)])),
})

export const shareRow = z.object({
  id: text,
  createdAt: moment,
  name: optionalText,
  description: optionalText,
  uploadLocked: flag,
  views: count,
  /** 1970 for never. */
  expiration: moment,
  removedReason: optionalText,
  creatorId: optionalText,
  reverseShareId: optionalText,
  storageProvider: optionalText,
  /** X: below `uploads`, in place of `shares/<id>`. */
  storagePath: optionalText,
  blockedAt: z.nullable(moment),
})

export const securityRow = z.object({
  shareId: optionalText,
  password: optionalText,
  maxViews: z.nullable(count),
  restrictToRecipients: flag,
})

export const reverseShareRow = z.object({
  id: text,
  createdAt: moment,
  token: text,
  shareExpiration: moment,
  maxShareSize: byteCount,
  remainingUses: z.int(),
  creatorId: text,
  /** Null before it was there, when anyone with a link opened what had come. */
  publicAccess: z.nullable(z.union([z.literal(0), z.literal(1)])),
})

export const fileRow = z.object({
  id: text,
  name: text,
  size: byteCount,
  shareId: text,
  /** X: in the folder of the share, in place of the id. */
  storageName: optionalText,
})
