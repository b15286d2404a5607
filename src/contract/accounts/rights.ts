import * as z from 'zod/mini'
import { emailAddress, language, mailCode, time } from '../transfers/files.ts'
import { lengths } from '../transfers/limits.ts'
import { consent } from './consents.ts'

export { rightsSessionHeader } from '../headers.ts'

/** Mails a code to an address, whether anything is held about it or not. */
export const rightsCodeRequest = z.strictObject({
  email: emailAddress,
  /** Language of that mail, and of the consents given afterwards; English by default. */
  language: z.optional(language),
})
export const rightsCodeReply = z.object({
  success: z.literal(true),
  /** Seconds until another code may be asked for. */
  retryAfter: z.int(),
})

export const openRightsRequest = z.strictObject({
  email: emailAddress,
  code: mailCode,
  language: z.optional(language),
})
export const openRightsReply = z.object({
  success: z.literal(true),
  /** For the header X-Rights-Session, until `until`. The code is used up. */
  session: z.string(),
  until: time,
})

/** Kind of a mail. `account`: about their own account. */
const sentMailKind = z.enum(['file-shared', 'recipient-link', 'code', 'manage-link', 'report', 'account'])
export type SentMailKind = z.infer<typeof sentMailKind>

/** A mail to the address; `ref` names the transfer and opens nothing. */
const sentMail = z.object({
  at: time,
  kind: sentMailKind,
  /** Sender's name as the mail said it; not verified. */
  sender: z.nullable(z.string()),
  ref: z.nullable(z.string()),
  /** Title of the transfer while it exists. */
  title: z.nullable(z.string()),
  /** It has not left yet. */
  waiting: z.boolean(),
})
export type SentMail = z.infer<typeof sentMail>

/** A link that someone made for the address. */
const linkForAddress = z.object({
  ref: z.string(),
  title: z.nullable(z.string()),
  /** Name that the sender gave the recipient. */
  name: z.nullable(z.string()),
  createdAt: time,
  openedAt: z.nullable(time),
  downloads: z.int(),
  expiresAt: time,
  revokedAt: z.nullable(time),
})
export type LinkForAddress = z.infer<typeof linkForAddress>

/** That an account has the address among its contacts; not whose. */
const addressBook = z.object({ since: time })

/** An invitation to open an account under the address. */
const invitationOfAddress = z.object({ at: time, expiresAt: time })

/** An upload to a file request under the address. */
const uploadByAddress = z.object({
  ref: z.string(),
  title: z.nullable(z.string()),
  name: z.nullable(z.string()),
  at: time,
  keptUntil: time,
})

/** A report in the name of the address. */
const reportByAddress = z.object({
  number: z.string(),
  name: z.nullable(z.string()),
  at: time,
  decided: z.boolean(),
  /** Texts of the report and of the objection to its decision; null where nothing is held. */
  explanation: z.nullable(z.string()),
  objection: z.nullable(z.string()),
})

/**
 * Kinds of data held about a mail address. The server declares for each how it is read and erased
 * (server/app/personal-data.ts), the rights page how it is shown.
 */
const addressParts = z.object({
  mails: z.array(sentMail),
  links: z.array(linkForAddress),
  addressBooks: z.array(addressBook),
  invitations: z.array(invitationOfAddress),
  consents: z.array(consent),
  uploads: z.array(uploadByAddress),
  reports: z.array(reportByAddress),
})
export type AddressRows = z.infer<typeof addressParts>
export type AddressPart = keyof AddressRows

/** Rows of each kind that are shown, the latest first. */
export const maxAddressRows = 1000

export const rightsReply = z.object({
  success: z.literal(true),
  address: z.string(),
  exportedAt: time,
  /** Until when the session is good. */
  until: time,
  /** There is an account with this address: its own pages show, export and erase it. */
  hasAccount: z.boolean(),
  /** Since when other people cannot mail it through this service. */
  blockedSince: z.nullable(time),
  /** The names that stand with the address, each once. */
  names: z.array(z.string()),
  data: addressParts,
})
export type Rights = z.infer<typeof rightsReply>

export const correctNameRequest = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(lengths.label), z.regex(/^[^\0]*$/)),
})

/** The address again, typed by its owner. */
export const eraseAddressRequest = z.strictObject({ email: emailAddress })
