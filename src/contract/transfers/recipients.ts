import * as z from 'zod/mini'
import { announcement, emailAddress, language, mailCode, time } from './files.ts'

/**
 * State of the latest mail to a recipient. `accepted`: the mail server has taken it. `bounced`: refused for good, given up
 * after a day, its address has stopped all mails, or the link was revoked first. A bounce after `accepted` is not noticed.
 */
export const mailState = z.enum(['queued', 'accepted', 'bounced'])
export type MailState = z.infer<typeof mailState>

/** A person who gets a link of their own to a transfer that is there already. */
export const addRecipientRequest = z.strictObject({
  email: emailAddress,
  /** Language of mails to them; English by default. */
  language: z.optional(language),
  /** In place of the transfer's own message. */
  message: announcement.shape.message,
  /** Always so where the sender has no account. */
  needsCode: z.optional(z.boolean()),
})
export type AddRecipientRequest = z.infer<typeof addRecipientRequest>

/** Without `code` one is sent; with it, it is checked. */
export const downloadCodeRequest = z.strictObject({ code: z.optional(mailCode) })

export const downloadCodeReply = z.union([
  z.object({
    success: z.literal(true),
    /** The address, masked: «b…@example.eu». */
    sentTo: z.string(),
    /** Seconds until another one may be asked for. */
    retryAfter: z.int(),
  }),
  z.object({
    success: z.literal(true),
    /** For the header X-Link-Proof: opens this link, and no other, until `until`. The code is used up. */
    proof: z.string(),
    until: time,
  }),
])

/**
 * Mails the manage link to its holder: at once to the address of the account that asks; to any other a code is sent first,
 * which the second call brings.
 */
export const manageMailRequest = z.strictObject({
  email: emailAddress,
  code: z.optional(mailCode),
  language: z.optional(language),
})
export type ManageMailRequest = z.infer<typeof manageMailRequest>

/** `sent`: the link is on its way; otherwise a code is, to the masked address. */
export const manageMailReply = z.object({
  success: z.literal(true),
  sent: z.boolean(),
  sentTo: z.string(),
  retryAfter: z.int(),
})

/** Language of the receipt. */
export const receiptQuery = z.object({ language: z._default(language, 'en') })

/** Which address mails are stopped to; made by the server, and only ever in mails to that address. */
export const stopToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{64}$/))
