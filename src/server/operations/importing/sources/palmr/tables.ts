import * as z from 'zod/mini'
import { byteCount, count, flag, moment, optionalText, text } from '../column-values.ts'

/** Tables without which a database is none of Palmr. Those of folders came later. */
export const palmrTables = ['users', 'files', 'shares', 'share_security', '_ShareFiles'] as const

/** Columns of Palmr 3 (apps/server/prisma/schema.prisma) that are read; those that came later are null in an older database. */
export const userRow = z.object({ id: text, username: text, email: text, isAdmin: flag, isActive: flag })

const stored = { id: text, name: text, size: byteCount, objectName: text }

export const fileRow = z.object({ ...stored, folderId: optionalText, expiration: z.nullable(moment) })

export const folderRow = z.object({ id: text, name: text, parentId: optionalText })

export const shareRow = z.object({
  id: text,
  name: optionalText,
  description: optionalText,
  views: count,
  /** Null for never. */
  expiration: z.nullable(moment),
  creatorId: optionalText,
  securityId: text,
})

export const securityRow = z.object({ id: text, password: optionalText, maxViews: z.nullable(count) })

export const aliasRow = z.object({ alias: text, shareId: text })

/** Prisma's table of a relation: A is the model whose name comes first. */
export const pairRow = z.object({ A: text, B: text })

export const reverseShareRow = z.object({
  id: text,
  name: optionalText,
  description: optionalText,
  expiration: z.nullable(moment),
  maxFiles: z.nullable(count),
  maxFileSize: z.nullable(byteCount),
  /** Extensions, separated by commas. */
  allowedFileTypes: optionalText,
  password: optionalText,
  isActive: flag,
  creatorId: text,
})

export const receivedFileRow = z.object({ ...stored, reverseShareId: text })
