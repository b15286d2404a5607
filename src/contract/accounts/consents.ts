import * as z from 'zod/mini'
import { time } from '../transfers/files.ts'
import { termsVersion } from './terms.ts'

/**
 * Purposes of consents, with the version of the text that people read: `terms` of service, `marketing` mails, `manage-mail`: a
 * manage link by mail, `stop-list`: no mails of other people.
 */
export const consentVersions = {
  terms: termsVersion,
  marketing: '1',
  'manage-mail': '1',
  'stop-list': '1',
} as const

export const consentPurpose = z.enum(['terms', 'marketing', 'manage-mail', 'stop-list'])
export type ConsentPurpose = z.infer<typeof consentPurpose>

/**
 * Way of giving a consent: on a page, in the preferences of an account, with a button of a mail program (RFC 8058), with a code
 * that was mailed, or in the rights centre.
 */
const consentWay = z.enum(['page', 'preferences', 'mail-program', 'code', 'rights'])
export type ConsentWay = z.infer<typeof consentWay>

/** SHA-256 of a text, in hexadecimal digits. */
export const textHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** One line of the ledger. Lines are never changed but for the time of their withdrawal. */
export const consent = z.object({
  purpose: consentPurpose,
  version: z.string(),
  /** The text can be read at `/api/consents/texts/{textHash}`. */
  textHash,
  givenAt: time,
  withdrawnAt: z.nullable(time),
  how: consentWay,
})
export type Consent = z.infer<typeof consent>

export const consentsReply = z.object({ success: z.literal(true), consents: z.array(consent) })
