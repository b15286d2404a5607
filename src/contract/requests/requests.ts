import * as z from 'zod/mini'
import { mlKemAlgorithm } from '../accounts/keys.ts'
import { listQuery, listReply, pageSize } from '../lists.ts'
import { cleanLine } from '../transfers/file-name.ts'
import {
  bytes,
  duration,
  emailAddress,
  fileId,
  language,
  mailCode,
  randomId,
  scanVerdict,
  time,
  uploadFields,
} from '../transfers/files.ts'
import { lengths } from '../transfers/limits.ts'
import { requestLimits } from './request-limits.ts'

/** Id of a file request, part of its address `/r/{id}`. The id alone gives no access if a password or code is asked for. */
export const requestId = randomId

/** Secret that identifies a visitor's browser: 256 random bits in base64url. */
export const visitorToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

const line = (max: number) => z.string().check(z.overwrite(cleanLine), z.minLength(1), z.maxLength(max))
const name = line(lengths.senderName)

const title = line(requestLimits.title)
/** Browsers send a line break as CR LF; it is kept as one character. */
const instructions = z.string().check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.maxLength(requestLimits.instructions),
  z.regex(/^[^\0]*$/),
)
const checklist = z
  .array(line(requestLimits.checklistItem))
  .check(z.maxLength(requestLimits.checklist), z.refine(isDistinct, 'has something twice'))
const extension = z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9]{1,16}$/))

function isDistinct(list: readonly string[]): boolean {
  return new Set(list).size === list.length
}

/** Which files are taken: any, one of two lists that /config gives, or those with these extensions. The bytes decide, too. */
export const requestTypes = z.union([
  z.enum(['any', 'documents', 'pictures']),
  z
    .array(extension)
    .check(z.minLength(1), z.maxLength(requestLimits.types), z.refine(isDistinct, 'has something twice')),
])
export type RequestTypes = z.infer<typeof requestTypes>

/** Fields that visitors are asked for. `code`: their address is confirmed by a mail; it includes `email`. */
const requestAsks = z.strictObject({ name: z.boolean(), email: z.boolean(), code: z.boolean() })
export type RequestAsks = z.infer<typeof requestAsks>

/**
 * `key`: only the key pair of the owner opens what arrives. `none`: it opens like other files of the owner. `browser`: visitors
 * send bundles that are sealed in their browsers for the owner, so that the service can't open them; see docs/end-to-end.md.
 */
export const requestLock = z.enum(['key', 'none', 'browser'])

const count = z.nullable(z.int().check(z.minimum(1), z.maximum(requestLimits.uploads)))
const size = z.nullable(z.int().check(z.minimum(1)))
const password = z.nullable(z.string().check(z.minLength(1), z.maxLength(lengths.filePassword)))
const noAsks = { name: false, email: false, code: false }

export const createRequestRequest = z.strictObject({
  title,
  instructions: z._default(z.nullable(instructions), null),
  checklist: z._default(checklist, []),
  /** The deadline. */
  until: time,
  /** How many uploads are expected, and taken; null: any number. */
  uploadsLimit: z._default(count, null),
  /** Bytes of one upload, all files together; null: as much as an upload of the owner. */
  largestUpload: z._default(size, null),
  /** Bytes of all uploads; half of the owner's free storage unless told, null for no limit but the storage. */
  bytesLimit: z.optional(size),
  types: z._default(requestTypes, 'any'),
  password: z._default(password, null),
  asks: z._default(requestAsks, noAsks),
  /** How long files are kept after they arrived: a value of `expiryOptions` that the owner may choose. `requests.keepFor` of the configuration by default. */
  keepFor: z.optional(duration),
  lock: z._default(requestLock, 'none'),
  /** Algorithm of the key pair to lock with; the strongest of the owner's by default. */
  algorithm: z.optional(mlKemAlgorithm),
})
export type CreateRequestRequest = z.output<typeof createRequestRequest>

/**
 * Omitted members stay; null removes. A later `until` opens an ended request again. The lock cannot be changed: visitors were
 * told about it.
 */
export const updateRequestRequest = z.strictObject({
  title: z.optional(title),
  instructions: z.optional(z.nullable(instructions)),
  checklist: z.optional(checklist),
  until: z.optional(time),
  uploadsLimit: z.optional(count),
  largestUpload: z.optional(size),
  bytesLimit: z.optional(size),
  types: z.optional(requestTypes),
  password: z.optional(password),
  asks: z.optional(requestAsks),
  keepFor: z.optional(duration),
})
export type UpdateRequestRequest = z.output<typeof updateRequestRequest>

/** `ended`: its deadline has passed, it was closed, its key was deleted, or its owner may not receive. `full`: all uploads have arrived. */
const requestState = z.enum(['open', 'full', 'ended'])

const key = z.object({
  /** `x-wing` where visitors lock in their browsers. */
  algorithm: z.enum(['x-wing', ...mlKemAlgorithm.options]),
  /** SHA-256 of the public key, in hexadecimal. */
  fingerprint: z.string(),
  /** Its first 64 bits as eight English words, to be compared by people. */
  words: z.array(z.string()),
})

/** A file request, as its owner sees it. */
const ownRequest = z.object({
  id: requestId,
  url: z.string(),
  state: requestState,
  title: z.string(),
  instructions: z.nullable(z.string()),
  checklist: z.array(z.string()),
  until: time,
  uploadsLimit: count,
  largestUpload: size,
  bytesLimit: size,
  types: requestTypes,
  hasPassword: z.boolean(),
  asks: requestAsks,
  keepFor: z.string(),
  lock: requestLock,
  /** The key that locks; null without one, or once it was deleted. */
  key: z.nullable(key),
  /** Uploads that have arrived, files and bytes in them: also of those that are gone by now. */
  arrived: z.int(),
  files: z.int(),
  bytes,
  /** Uploads that are there and were not opened yet. */
  unopened: z.int(),
  /** Until when the last of the uploads is kept; null when there is none. */
  keptUntil: z.nullable(time),
  createdAt: time,
  /** When it was closed before its deadline. */
  closedAt: z.nullable(time),
  /** Whether a report has closed it: it takes nothing, and cannot be changed or opened, until that is undone. */
  isDisabled: z.boolean(),
})
export type OwnRequest = z.infer<typeof ownRequest>

const sentFile = z.object({ filename: z.string(), size: bytes })

/** An upload that a request got, as the owner sees it. It is opened like any transfer, by its link and the key password. */
const requestUpload = z.object({
  ref: randomId,
  /** Link for the owner only. */
  linkId: fileId,
  /** Reference shown to the visitor, such as `K7Q2-9F`. */
  reference: z.string(),
  receivedAt: time,
  expiresAt: time,
  /** As typed; not verified. */
  name: z.nullable(z.string()),
  email: z.nullable(emailAddress),
  /** Whether a code has shown that the address is theirs. */
  emailConfirmed: z.boolean(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Names of the checklist that the visitor has ticked. */
  checked: z.array(z.string()),
  /** The first hundred of `fileCount`. */
  files: z.array(sentFile),
  fileCount: z.int(),
  size: bytes,
  scan: scanVerdict,
  /** Whether the key password is needed. */
  locked: z.boolean(),
  opened: z.boolean(),
})
export type RequestUpload = z.infer<typeof requestUpload>

export const requestsQuery = listQuery(['all', 'open', 'ended'])
export type RequestsQuery = z.output<typeof requestsQuery>

export const requestsReply = z.object({
  ...listReply,
  requests: z.array(ownRequest),
  /** How many are open, of those that may be: see `requests.open` of /config. */
  open: z.int(),
})

const page = z.coerce.number<number | string>().check(z.int(), z.minimum(1))

/** Which uploads: the latest first. */
export const requestQuery = z.object({
  page: z._default(page.check(z.maximum(1_000_000)), 1),
  pageSize: z._default(page.check(z.overwrite((rows) => Math.min(rows, pageSize.most))), pageSize.usual),
})

export const requestReply = z.object({ success: z.literal(true), request: ownRequest })

export const requestWithUploadsReply = z.object({
  success: z.literal(true),
  request: z.extend(ownRequest, { uploads: z.array(requestUpload) }),
  /** Uploads on all pages together. */
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})

/** A request as visitors see it. */
const publicRequest = z.object({
  id: requestId,
  state: requestState,
  title: z.string(),
  instructions: z.nullable(z.string()),
  checklist: z.array(z.string()),
  createdAt: time,
  until: time,
  /** Since when it has ended; null while it has not. */
  endedAt: z.nullable(time),
  /** Bytes of one file and of one upload, number of files. The bytes that the request has left count too: with 0 it is full. */
  limits: z.object({ file: bytes, upload: bytes, files: z.int() }),
  /** Extensions that are taken; null: all but the dangerous ones of /config. */
  types: z.nullable(z.array(z.string())),
  needsPassword: z.boolean(),
  asks: requestAsks,
  /** Username of the owner. */
  requester: z.string(),
  lock: requestLock,
  key: z.nullable(key),
  /** The key that visitors seal for, as base64, where they lock in their browsers. */
  publicKey: z.optional(z.string()),
})
export type PublicRequest = z.infer<typeof publicRequest>
export const publicRequestReply = z.object({ success: z.literal(true), request: publicRequest })

export const requestCodeRequest = z.strictObject({
  email: emailAddress,
  language: z.optional(language),
  /** Needed before anything is mailed if the request has a password. */
  password: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
})
export const requestCodeReply = z.object({
  success: z.literal(true),
  /** The address, masked: «b…@example.eu». */
  sentTo: z.string(),
  /** Seconds until another one may be asked for. */
  retryAfter: z.int(),
})

/** With the header X-Visitor-Token the ticket is of the same visitor as before. */
export const requestTicketRequest = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
  name: z.optional(name),
  email: z.optional(emailAddress),
  code: z.optional(mailCode),
})
export type RequestTicketRequest = z.output<typeof requestTicketRequest>

export const requestTicketReply = z.object({
  success: z.literal(true),
  /** For the header X-Request-Ticket of uploads: as many as the request takes, until `until`, also past its deadline. */
  ticket: z.string(),
  visitorToken,
  until: time,
})

/** The text fields of an upload with a ticket; everything else is refused. Those of a sealed one are in uploads alone: see docs/requests.md. */
export const visitorFields = z.strictObject({
  title: uploadFields.shape.title,
  description: uploadFields.shape.description,
  /** A JSON list of names of the checklist. */
  checked: z.optional(z.string()),
})
export const checkedNames = z
  .array(z.string().check(z.maxLength(requestLimits.checklistItem)))
  .check(z.maxLength(requestLimits.checklist))

/** Reply of every upload call to a visitor's ticket, in place of its own. It has no link. */
export const visitorUploadReply = z.object({
  success: z.literal(true),
  message: z.string(),
  reference: z.string(),
  /** The first hundred of `fileCount`. */
  files: z.array(sentFile),
  fileCount: z.int(),
  size: bytes,
  receivedAt: time,
})
export type VisitorUploadReply = z.infer<typeof visitorUploadReply>

export const visitorUploadsReply = z.object({
  success: z.literal(true),
  /** Uploads of this browser that still exist, the latest first; a hundred at most. */
  uploads: z.array(z.omit(visitorUploadReply, { success: true, message: true })),
})

export const requestArchiveRequest = z.strictObject({
  keyPassword: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
})
export const requestArchiveReply = z.object({
  success: z.literal(true),
  /** Address, below the origin, of the ZIP; it works for an hour. */
  url: z.string(),
  filename: z.string(),
})
export const requestArchiveQuery = z.object({ ticket: z.string().check(z.maxLength(200)) })

/** Part of /config for a caller with an account; null for others. Lengths count characters. */
export const requestsConfig = z.nullable(
  z.object({
    /** How many may be open at a time. */
    open: z.int(),
    /** From when on the caller may create requests; null: now. */
    allowedFrom: z.nullable(time),
    /** How far ahead the deadline may be, in milliseconds. */
    longestOpen: z.int(),
    /** How long files are kept unless the caller chooses; servers of 1.0.0 don't say. */
    keepFor: z.optional(z.string()),
    title: z.int(),
    instructions: z.int(),
    checklist: z.int(),
    checklistItem: z.int(),
    uploads: z.int(),
    /** Most types in a custom list, and the extensions of the two named lists. */
    types: z.int(),
    documents: z.array(z.string()),
    pictures: z.array(z.string()),
  }),
)
