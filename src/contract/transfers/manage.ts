import * as z from 'zod/mini'
import { cleanLine } from './file-name.ts'
import {
  bytes,
  emailAddress,
  encryptionMethod,
  fileId,
  proofText,
  randomId,
  slotText,
  time,
  uploadFields,
} from './files.ts'
import { lengths, maxDownloadLimit } from './limits.ts'
import { mailState } from './recipients.ts'

/** A manage token: 256 random bits in base64url. */
const manageToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** The reference of a transfer: it opens nothing. */
export const transferRef = randomId

/** How often a link may be downloaded; null for no limit. */
const downloadLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(maxDownloadLimit)))

const label = z.string().check(z.overwrite(cleanLine), z.maxLength(lengths.label))

/** A link as managers of its transfer see it. The address is `/download/{id}`. */
const managedLink = z.object({
  id: fileId,
  kind: z.enum(['main', 'extra', 'recipient']),
  label: z.nullable(z.string()),
  /** Address that a recipient's link was sent to. */
  recipient: z.nullable(emailAddress),
  /** State of the mail with it; null if none was sent. */
  mailed: z.nullable(mailState),
  needsCode: z.boolean(),
  downloadLimit,
  /** Complete downloads. */
  downloads: z.int(),
  openedAt: z.nullable(time),
  firstDownloadAt: z.nullable(time),
  lastDownloadAt: z.nullable(time),
  revokedAt: z.nullable(time),
  /** Null: as long as the transfer. */
  expiresAt: z.nullable(time),
})
export type ManagedLink = z.infer<typeof managedLink>

const managedFile = z.object({ position: z.int(), filename: z.string(), size: bytes })
export type ManagedFile = z.infer<typeof managedFile>

/** An event of a transfer, the latest first. */
const managedEvent = z.object({
  at: time,
  kind: z.string(),
  linkId: z.nullable(z.string()),
  /** Network it came from, for 7 days. */
  network: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})

/** A transfer as its managers see it. */
const managedTransfer = z.object({
  ref: transferRef,
  /** Id of the main link. */
  linkId: fileId,
  /** Counts changes; goes into `If-Match`. */
  version: z.int(),
  /** Name in lists and of the download. */
  filename: z.string(),
  title: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  description: z.nullable(z.string()),
  createdAt: time,
  expiresAt: time,
  /** The latest end that pages offer now, as for a new transfer. */
  longestExpiry: time,
  size: bytes,
  encryptionMethod,
  passwordProtected: z.boolean(),
  /** Head of the slot of an end-to-end encrypted transfer. */
  slotHead: z.optional(z.string()),
  deleteAfterDownload: z.boolean(),
  /** Whether it belongs to an account, and whether an administrator has disabled it. */
  owned: z.boolean(),
  disabled: z.boolean(),
  /** Whether some of its content was found missing or altered; servers of 1.0.0 don't say. */
  damaged: z._default(z.boolean(), false),
  /** Page with the reasons why it was disabled after a report; null where nothing was decided against it. */
  decision: z.nullable(z.string()),
  downloads: z.int(),
  /** How many were sent. Several sent together are one of `files`, a ZIP. */
  fileCount: z.int(),
  files: z.array(managedFile),
  links: z.array(managedLink),
  events: z.array(managedEvent),
})
export type ManagedTransfer = z.infer<typeof managedTransfer>

export const managedReply = z.object({ success: z.literal(true), transfer: managedTransfer })

export const manageSessionRequest = z.strictObject({ id: fileId, token: manageToken })
export const manageSessionReply = z.object({ success: z.literal(true), ref: transferRef })

/** Omitted members stay; null removes. The limit is that of the main link. */
export const updateTransferRequest = z.strictObject({
  title: z.optional(z.nullable(uploadFields.shape.title.def.innerType)),
  description: z.optional(z.nullable(uploadFields.shape.description.def.innerType)),
  expiresAt: z.optional(time),
  downloadLimit: z.optional(downloadLimit),
  deleteAfterDownload: z.optional(z.boolean()),
})
export type UpdateTransferRequest = z.infer<typeof updateTransferRequest>

const filePassword = z.string().check(z.minLength(1), z.maxLength(lengths.filePassword))

/**
 * Sets, changes or removes (null) the file password. `current` is the one until now; the owner of a quantum-encrypted
 * transfer may bring the key password instead.
 */
export const transferPasswordRequest = z.strictObject({
  current: z.optional(filePassword),
  keyPassword: z.optional(filePassword),
  next: z.nullable(filePassword),
})
export type TransferPasswordRequest = z.infer<typeof transferPasswordRequest>

/**
 * Changes the password of an end-to-end encrypted transfer, or removes it, by another slot for the same bundle: the sender's
 * browser makes it. `proof` is that of the present slot, `nextProof` the SHA-256 of that of the next.
 */
export const changeSlotRequest = z.strictObject({ proof: proofText, slot: slotText, nextProof: proofText })
export type ChangeSlotRequest = z.infer<typeof changeSlotRequest>

/** The text fields of a form that adds files, before them: what opens a locked transfer. */
export const addFileFields = z.strictObject({
  password: z.optional(filePassword),
  keyPassword: z.optional(filePassword),
})

/** A new link, or the changes of one. A link ends with its transfer, and may end before. */
export const linkRequest = z.strictObject({
  label: z.optional(z.nullable(label)),
  downloadLimit: z.optional(downloadLimit),
  expiresAt: z.optional(z.nullable(time)),
})
export type LinkRequest = z.infer<typeof linkRequest>

/**
 * `transfer` is null when it has ended by the change: with its last file, or, where it is deleted after its download and has
 * been downloaded, with its last link.
 */
export const changedReply = z.object({
  success: z.literal(true),
  transfer: z.nullable(managedTransfer),
})

export const addLinkReply = z.object({
  success: z.literal(true),
  link: managedLink,
  transfer: managedTransfer,
})

/** With `keepManageLink` the manage link, and the deletion link that follows from it, go on working. */
export const claimRequest = z.strictObject({
  manageToken,
  keepManageLink: z._default(z.boolean(), false),
})
