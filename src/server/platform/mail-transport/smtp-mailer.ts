import { createTransport } from 'nodemailer'
import * as z from 'zod'
import type { Clock } from '../time/clock.ts'
import { composeMail } from './compose-mail.ts'
import { type Mailer, MailFailure, MailRefused } from './mailer.ts'

/** In milliseconds: for reaching the server, for a server that says nothing, and for a mail from end to end. */
const timeLimits = { connect: 10_000, silence: 20_000, mail: 60_000 }
/** An operator waits for the answer of a check. */
const checkLimits = { connect: 3_000, silence: 3_000 }
const checkLife = 30_000

/**
 * Hands mails to an SMTP server, each over a connection of its own. `url` is smtp://user:password@host:port or
 * smtps://; its query may hold further options of nodemailer, such as `?tls.rejectUnauthorized=false`. Over smtp://
 * TLS is used where the server offers it, and asked for before a password leaves this machine. `password` takes the place of
 * the one in `url`.
 */
export function openSmtpMailer({
  url: written,
  password,
  clock,
}: {
  url: string
  password?: string | undefined
  clock: Clock
}): Mailer {
  const url = password === undefined ? written : withPassword(written, password)
  const transport = open(url, timeLimits)
  const probe = open(url, checkLimits)
  let checked: { at: number; result: Promise<unknown> } | undefined

  return {
    name: 'smtp',
    async send(mail) {
      const raw = await composeMail(mail)
      const envelope = { from: mail.from.address, to: [mail.to] }
      try {
        await transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(timeLimits.mail) })
      } catch (error) {
        throw classify(error)
      }
    },
    /** A mailbox is its owner's: what has arrived there is out of reach. */
    async forget() {},
    async countKept() {
      return 0
    },
    async check() {
      const now = clock.now()
      if (!checked || Math.abs(now - checked.at) >= checkLife) checked = { at: now, result: probe.verify() }
      try {
        await checked.result
      } catch (error) {
        throw new MailFailure(describe(error), { refusesLogin: readFailure(error).code === 'EAUTH' })
      }
    },
  }
}

function withPassword(url: string, password: string): string {
  const address = new URL(url)
  address.password = encodeURIComponent(password)
  return address.href
}

function open(url: string, limits: { connect: number; silence: number }) {
  const { username, hostname } = new URL(url)
  return createTransport({
    requireTLS: username !== '' && !isThisMachine(hostname),
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: limits.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    url,
  })
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/**
 * A 5yz answer to the recipient or the content is about this mail and final (RFC 5321, 4.2.1). The same answer to the
 * greeting, the password or the sender is about this server's settings, which an operator may put right.
 */
function classify(error: unknown): MailRefused | MailFailure {
  const { command, responseCode } = readFailure(error)
  const final = responseCode !== undefined && responseCode >= 500 && responseCode !== 503
  if (final && (command === 'RCPT TO' || command === 'DATA')) return new MailRefused(describe(error))
  return new MailFailure(describe(error))
}

/** Loggable facts of a failure. Servers often repeat the address, so their text is left out. */
function describe(error: unknown): string {
  const { code, command, responseCode } = readFailure(error)
  return ['the mail server', code, command, responseCode].filter((part) => part !== undefined).join(' ')
}

const failureShape = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
})

function readFailure(error: unknown): z.infer<typeof failureShape> {
  return failureShape.safeParse(error).data ?? {}
}
