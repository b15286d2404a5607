import { momentText } from './formats.ts'
import { layOutMail, type MailContent, type MailSite } from './lay-out-mail.ts'
import type { MailTexts } from './texts.en.ts'

export type PasswordReset = MailSite & {
  readonly username: string
  /** Address of the page that sets the new password; the token is in it. */
  readonly url: string
  /** Until when the link works; milliseconds since 1970. */
  readonly expiresAt: number
}

/** The mail that lets somebody choose a new password. */
export function passwordResetMail(reset: PasswordReset, texts: MailTexts): MailContent {
  const { passwordReset: say } = texts
  return layOutMail({
    texts,
    supportMail: reset.supportMail,
    subject: say.subject,
    lead: say.lead(reset.username),
    headline: say.headline,
    action: { label: say.action, url: reset.url },
    notes: [say.once(momentText(reset.expiresAt, texts))],
    facts: [],
    reasons: [say.reason(reset.site)],
  })
}
