import * as z from 'zod/mini'
import { typedName, typedPassword, user } from '../accounts/accounts.ts'
import { listQuery } from '../lists.ts'
import { bytes, encryptionMethod, fileId, scanVerdict, time } from '../transfers/files.ts'

const count = z.int().check(z.nonnegative())

export const usersQuery = listQuery(['all', 'active', 'inactive', 'pro'])
export const filesQuery = listQuery(['all', 'active', 'expired', 'damaged'])

/** A person as administrators see them. Sizes in bytes. */
export const adminUser = z.extend(user, {
  isActive: z.boolean(),
  /** Whether they have a second step at sign-in. */
  hasSecondFactor: z.boolean(),
  storageLimit: bytes,
  /** The limit that holds for them under the rules of their groups; servers of 1.0.0 don't say. */
  storageAllowed: z.optional(bytes),
  storageUsed: bytes,
  /** Whole percent of `storageLimit`; above 100 for someone whose limit was lowered. */
  storageUsagePercent: count,
  createdAt: time,
  signedInAt: z.nullable(time),
  /** Whether they may create file requests however new their account is. */
  requestsAllowed: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

export const updateUserRequest = z.object({
  username: typedName,
  email: typedName,
  isActive: z.boolean(),
  isPro: z.boolean(),
  /** Left as it is when it is not there. */
  isAdmin: z.optional(z.boolean()),
  storageLimit: bytes,
  /** Left as it is when it is not there. */
  requestsAllowed: z.optional(z.boolean()),
})
export type UpdateUserRequest = z.infer<typeof updateUserRequest>

export const createUserRequest = z.extend(updateUserRequest, {
  /** Good for one sign-in, at which the person sets another. */
  password: typedPassword,
  isActive: z._default(z.boolean(), true),
  isPro: z._default(z.boolean(), false),
  storageLimit: z.optional(bytes),
})

/** Those whose time is up are listed until the sweep forgets them, without the name that is gone by then. */
export const adminFile = z.object({
  id: fileId,
  filename: z.string(),
  size: bytes,
  /** Username; null for a sender without an account. */
  uploader: z.nullable(z.string()),
  uploadDate: time,
  expiresAt: time,
  downloadCount: count,
  isEncrypted: z.boolean(),
  encryptionMethod,
  passwordProtected: z.boolean(),
  deleteAfterDownload: z.boolean(),
  scan: scanVerdict,
  /** Some of its content was found missing or altered. */
  damaged: z.boolean(),
})
export type AdminFile = z.infer<typeof adminFile>

const providerUse = z.object({ storage_provider: z.string(), fileCount: count, totalSize: bytes })

export const dashboard = z.object({
  users: z.object({ totalUsers: count, newUsersThisWeek: count, proUsers: count }),
  /** `totalSize` is of the active files. */
  files: z.object({ totalFiles: count, newFilesThisWeek: count, totalSize: bytes, activeFiles: count }),
  storage: z.array(providerUse),
  /** The latest ten. */
  recentActivity: z.array(
    z.object({
      type: z.enum(['file_upload', 'user_registration']),
      /** Name of the file or person. */
      name: z.string(),
      /** Actor; null for a sender without an account. */
      user: z.nullable(z.string()),
      timestamp: time,
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>

export const system = z.object({
  storage: z.object({
    providers: z.array(
      z.extend(providerUse, { status: z.enum(['ok', 'down']), freeSpace: z.nullable(bytes) }),
    ),
    totalProviders: count,
    availableProviders: count,
    /** Blobs found missing or altered by a scrub, a backup or a download. */
    damagedBlobs: count,
  }),
  /** Names of the alarms that are on. */
  alarms: z.array(z.string()),
  /** Options such as OIDC_ADMIN_CLAIM whose claim no sign-in with the identity provider has carried so far. */
  missingClaims: z.array(z.string()),
  /** Mails that were saved as files instead of sent, for want of a mail server; null where that cannot be found out. */
  savedMails: z.nullable(count),
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    totalUsers: count,
    totalFiles: count,
    totalStorage: bytes,
    activeSessions: count,
  }),
  /** Seconds since this instance started. */
  uptime: z.number(),
  /** Bytes. */
  memory: z.object({ rss: bytes, heapUsed: bytes, heapTotal: bytes, external: bytes, arrayBuffers: bytes }),
  version: z.string(),
})
export type System = z.infer<typeof system>

export const cleanupRequest = z.object({ cleanupType: z.literal('expired') })
export const cleanupDetails = z.object({
  cleanedCount: count,
  errorCount: count,
  errors: z.array(z.string()),
})

export const maintenance = z.object({ active: z.boolean(), message: z.string() })
export type Maintenance = z.infer<typeof maintenance>

const maintenanceMessageLength = 500
export const enableMaintenanceRequest = z.object({
  message: z.optional(z.string().check(z.trim(), z.maxLength(maintenanceMessageLength), z.regex(/^[^\0]*$/))),
})
