import * as z from 'zod/mini'
import { asciiEmailAddress, emailPattern } from '../email-address.ts'
import { languages } from '../languages.ts'
import { listQuery, listReply } from '../lists.ts'
import { endToEndMethod } from './end-to-end.ts'
import { cleanLine } from './file-name.ts'
import { codeDigits, lengths, recipientLimits } from './limits.ts'

/** Form of every id: 128 random bits in base64url, 22 characters. */
export const randomId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

/** A number in a path, in decimal digits alone: nothing, `0x0` and `1e0` are numbers to JavaScript, too. */
export const pathNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.coerce.number<string>())

/** A file's id is the whole secret of a link. */
export const fileId = randomId

/** A moment on the wire: ISO 8601, UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 })
export const bytes = z.int().check(z.nonnegative())

/** Methods a sender can name. Those with `comingSoon` are shown and refused. */
export const encryptionMethods = [
  { value: 'aes-256-gcm', comingSoon: false, signInRequired: false },
  { value: 'ml-kem512', comingSoon: false, signInRequired: true },
  { value: 'ml-kem768', comingSoon: false, signInRequired: true },
  { value: 'ml-kem1024', comingSoon: false, signInRequired: true },
  { value: 'chacha20', comingSoon: true, signInRequired: false },
  { value: 'rsa', comingSoon: true, signInRequired: true },
] as const

export type EncryptionMethod = (typeof encryptionMethods)[number]['value'] | typeof endToEndMethod

export const encryptionMethod = z.enum([...encryptionMethods.map((method) => method.value), endToEndMethod])

/** Slot of an end-to-end encrypted transfer, its head, and a proof or its SHA-256: base64url. */
export const slotText = z.string().check(z.regex(/^[A-Za-z0-9_-]{104,132}$/))
export const proofText = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Such as `3h`. */
export const duration = z
  .string()
  .check(z.regex(/^[1-9]\d{0,3}[mhd]$/, 'has to be a time such as 30m, 12h or 2d'))

const flag = z.enum(['true', 'false'])

/** IANA name of the sender's time zone, such as Europe/Vienna. Emails give times in it; an unknown name is ignored. */
const timeZone = z.string().check(z.maxLength(lengths.timeZone))

const line = (max: number) => z.string().check(z.overwrite(cleanLine), z.maxLength(max))

/** The text fields of an upload form, all optional, as they stand in the multipart body. */
export const uploadFields = z.strictObject({
  /** One of the values of `expiryOptions` in the answer of /config, such as `3h`. */
  expiresIn: z.optional(duration),
  proPlan: z.optional(flag),
  encryptionMethod: z.optional(encryptionMethod),
  password: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
  /** Browsers send a line break as CR LF and count it as one character; it is kept as one. */
  description: z.optional(
    z.string().check(
      z.overwrite((text) => text.replaceAll('\r\n', '\n')),
      z.maxLength(lengths.description),
      z.regex(/^[^\0]*$/),
    ),
  ),
  /** Names the ZIP of several files, and is the subject of mails. */
  title: z.optional(line(lengths.title)),
  /** Sender's name as typed; shown to receivers, and used in mails that name no one else. */
  senderName: z.optional(line(lengths.senderName)),
  deleteAfterDownload: z.optional(flag),
  /** How often the link may be downloaded, up to 1000, or `none`, which is what holds unless told, or unless a rule says else. */
  downloadLimit: z.optional(
    z
      .string()
      .check(z.regex(/^([1-9]\d{0,2}|1000|none)$/, 'has to be a whole number from 1 to 1000, or none')),
  ),
  /** A JSON list of `announcement`. */
  emails: z.optional(z.string()),
  timeZone: z.optional(timeZone),
  /** With `end-to-end`: the slot, and the SHA-256 of its proof. */
  slot: z.optional(slotText),
  proof: z.optional(proofText),
})
export type UploadFields = z.infer<typeof uploadFields>

/** The headers of an upload whose body is the file, and the field of the form that each stands for. */
export const putHeaders = {
  'x-expires-in': 'expiresIn',
  'x-password': 'password',
  'x-download-limit': 'downloadLimit',
} as const satisfies Readonly<Record<string, keyof UploadFields>>

/** A mail address that mail can be sent to; no display name, no list. Its domain comes out in ASCII. */
export const emailAddress = z
  .string()
  .check(
    z.overwrite(asciiEmailAddress),
    z.email({ pattern: emailPattern }),
    z.maxLength(lengths.emailAddress),
  )

export const language = z.enum(languages)

/** A mail to one person about a finished upload. */
export const announcement = z.strictObject({
  email: emailAddress,
  /** Language of the mail; English by default. */
  language: z.optional(language),
  /** In place of the description, which the mail brings otherwise. */
  message: z.optional(z.string().check(z.maxLength(lengths.emailMessage))),
  senderName: z.optional(z.string().check(z.maxLength(lengths.senderName))),
  /** Whether they get a link of their own, which can be followed and revoked apart from the others. */
  ownLink: z.optional(z.boolean()),
  /** Whether that link opens only with a code sent to their address; always so where the sender has no account. */
  needsCode: z.optional(z.boolean()),
})
export type Announcement = z.infer<typeof announcement>

/** Mails the link of a file to one person. */
export const sendLinkRequest = z.object({
  recipientEmail: emailAddress,
  /** Only the file's id in it counts. */
  downloadLink: z.string().check(z.maxLength(2048)),
  customMessage: announcement.shape.message,
  senderName: announcement.shape.senderName,
  language: announcement.shape.language,
  timeZone: z.optional(timeZone),
  /** The file in the words of the sender; the mail says what the server holds. */
  fileInfo: z.optional(z.string()),
})
export type SendLinkRequest = z.infer<typeof sendLinkRequest>

export const announcements = z.array(announcement).check(z.maxLength(recipientLimits.account.recipients))

/**
 * Verdict of the virus scan. `clean`: a real scanner read all of it. `checked`: nothing was found, but not all of it may have
 * been looked at, see docs/virus-scanning.md. `unscanned`: the scanner could not look into it, and the operator lets such files
 * pass.
 */
export const scanVerdict = z.enum(['clean', 'checked', 'unscanned'])
export type ScanVerdict = z.infer<typeof scanVerdict>

/** How a file is locked, for an upload's answer and the caller's list of files. */
const receipt = z.object({
  method: z.string(),
  /** SHA-256 of the public key that it was locked for, in hexadecimal; null without one. */
  keyFingerprint: z.nullable(z.string()),
  /** Each of these opens it alone: the link, the file password, or its owner, signed in, with the key password. */
  openedBy: z.array(z.enum(['link', 'password', 'owner'])),
})
export type Receipt = z.infer<typeof receipt>

export const uploadReply = z.object({
  success: z.literal(true),
  message: z.string(),
  file: z.object({
    id: fileId,
    downloadUrl: z.string(),
    deletionUrl: z.string(),
    expiresAt: time,
    filename: z.string(),
    size: bytes,
    compressionRatio: z.number(),
    receipt,
  }),
  /** The reference of the transfer: it opens nothing. */
  transfer: z.object({ ref: randomId }),
  /**
   * Manage link of the transfer: anyone with it can change and delete the transfer. For a file added to a transfer, this and
   * the deletion link come without their secret.
   */
  manageUrl: z.string(),
  compressed: z.boolean(),
  uploaded: z.int(),
})
export type UploadReply = z.infer<typeof uploadReply>

export const fileInfo = z.object({
  id: fileId,
  filename: z.string(),
  size: bytes,
  downloadCount: z.int(),
  isEncrypted: z.boolean(),
  encryptionMethod: z.string(),
  uploadDate: time,
  expiresAt: time,
  uploadedBy: z.nullable(z.string()),
  /** Whether it is the caller's own: of a quantum-encrypted file, whether their key password opens it. */
  isOwner: z.boolean(),
  mimeType: z.string(),
  title: z.nullable(z.string()),
  /** Sender's name as typed; not verified. */
  senderName: z.nullable(z.string()),
  description: z.nullable(z.string()),
  passwordProtected: z.boolean(),
  deleteAfterDownload: z.boolean(),
  /** How many files the sender selected; several come as one ZIP. */
  files: z.int(),
  /** Downloads left, if the link is limited. */
  downloadsLeft: z.optional(z.int()),
  scan: scanVerdict,
  /** Whether it is a ZIP of what was sent, so that there are files inside. */
  packed: z.boolean(),
  /** `limited`: where downloads are counted there is only the whole, no list, no single files and no previews. */
  contents: z.enum(['listed', 'limited']),
  /** `arriving`: it is still being uploaded. Its name, type and verdict are not known, its `size` is that of the upload. */
  state: z.optional(z.literal('arriving')),
  /** Bytes of it that have arrived. */
  received: z.optional(bytes),
  /** Head of the slot of an end-to-end encrypted transfer. Its `filename` is empty, its `size` that of the sealed bundle. */
  slotHead: z.optional(z.string()),
})
export type FileInfo = z.infer<typeof fileInfo>

/**
 * Query for one page of the caller's files. `recent` selects the last 7 days; without an `order` names and expiry dates come
 * ascending, all else descending.
 */
export const ownFilesQuery = z.extend(listQuery(['all', 'encrypted', 'recent']), {
  sort: z._default(z.enum(['date', 'name', 'size', 'downloads', 'expires']), 'date'),
  order: z.optional(z.enum(['asc', 'desc'])),
})
export type OwnFilesQuery = z.output<typeof ownFilesQuery>

/** A file as its sender's list shows it. */
const ownFile = z.object({
  id: fileId,
  /** The reference of its transfer: it opens nothing. */
  ref: randomId,
  filename: z.string(),
  size: bytes,
  uploadDate: time,
  expiresAt: time,
  downloadCount: z.int(),
  /** Limit of the main link; null if it has none. */
  downloadLimit: z.nullable(z.int()),
  /** Whether the main link was revoked: `downloadUrl` opens nothing then. */
  isRevoked: z.boolean(),
  /** How many files were selected, and added later. */
  files: z.int(),
  /** People with a link of their own that has not been revoked, and how many of them have opened it, and downloaded. */
  recipients: z.object({ total: z.int(), opened: z.int(), downloaded: z.int() }),
  isEncrypted: z.boolean(),
  encryptionMethod: z.string(),
  passwordProtected: z.boolean(),
  deleteAfterDownload: z.boolean(),
  downloadUrl: z.string(),
  receipt,
  /** Whether some of its content was found missing or altered; servers of 1.0.0 don't say. */
  damaged: z._default(z.boolean(), false),
})
export type OwnFile = z.infer<typeof ownFile>

export const ownFilesReply = z.object({ ...listReply, files: z.array(ownFile) })
export type OwnFilesReply = z.infer<typeof ownFilesReply>

/** The six digits of a mail. */
export const mailCode = z
  .string()
  .check(z.regex(new RegExp(`^[0-9]{${codeDigits}}$`), `has to have ${codeDigits} digits`))

export const ticketRequest = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
  keyPassword: z.optional(z.string().check(z.maxLength(lengths.filePassword))),
  /** Code of a link that needs one, unless a proof is sent; see downloadCode. It is used up even if the password is wrong. */
  code: z.optional(mailCode),
  /** Proof that the caller has the key of an end-to-end encrypted transfer, and its password. */
  proof: z.optional(proofText),
})

export const ticketReply = z.object({
  success: z.literal(true),
  ticket: z.string(),
  url: z.string(),
  /** Slot of an end-to-end encrypted transfer. */
  slot: z.optional(z.string()),
})

/** Says that a download of an end-to-end encrypted transfer has arrived and was checked. */
export const receivedRequest = z.strictObject({ ticket: z.string().check(z.maxLength(100)) })
