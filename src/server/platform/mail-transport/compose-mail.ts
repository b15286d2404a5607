import type { Mail } from './mailer.ts'

/**
 * The bytes of a mail as they go over the wire (RFC 5322, CRLF): text, and HTML as its alternative. Nothing is fetched
 * or read for it. Loads its library with the first mail, for it takes more memory than a server without mails needs.
 */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from, to, replyTo, subject, text, html, stopUrl } = mail
  const composer = new MailComposer({
    from: { ...from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(mail.date),
    // RFC 3834, and the word for it that Exchange knows: no holiday notes, please.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stopUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
