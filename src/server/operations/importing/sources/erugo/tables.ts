import * as z from 'zod/mini'
import { byteCount, count, flag, moment, optionalText, text } from '../column-values.ts'

/** Tables without which a database is none of Erugo. Those of invitations came later. */
export const erugoTables = ['users', 'shares', 'files', 'settings'] as const

/** Columns of Erugo since February 2025 (database/migrations) that are read; those that came later are null in an older database. */
export const userRow = z.object({
  id: count,
  name: text,
  email: text,
  admin: flag,
  active: flag,
  /** A stand-in for someone who was invited to send files. */
  is_guest: flag,
  created_at: z.nullable(moment),
})

export const shareRow = z.object({
  id: count,
  /** Null for a guest's, and once the account is gone. */
  user_id: z.nullable(count),
  name: optionalText,
  description: optionalText,
  /** Below `app/shares`; at first with all that stands in front of it in the container. */
  path: text,
  long_id: text,
  /** Null or 0 for any number. */
  download_limit: z.nullable(z.int()),
  download_count: count,
  /** Null for never. */
  expires_at: z.nullable(moment),
  status: optionalText,
  /** 0 for what only the person who invited could open; null before it was there. */
  public: z.nullable(z.union([z.literal(0), z.literal(1)])),
  invite_id: z.nullable(count),
  password: optionalText,
  created_at: z.nullable(moment),
})

export const fileRow = z.object({
  /** Null while it is uploaded. */
  share_id: z.nullable(count),
  /** Name on the disk. */
  name: text,
  /** Name that it was sent with, if that was altered. */
  original_name: optionalText,
  /** Folders that it was sent in. */
  full_path: optionalText,
  size: byteCount,
})

export const inviteRow = z.object({
  id: count,
  user_id: count,
  /** Account that sends by it; none after the files have come. */
  guest_user_id: z.nullable(count),
  recipient_name: text,
  message: optionalText,
  used_at: z.nullable(moment),
  completed_at: z.nullable(moment),
  expires_at: z.nullable(moment),
  created_at: z.nullable(moment),
})
