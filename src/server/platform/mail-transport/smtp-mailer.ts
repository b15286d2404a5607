import { getCACertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import type { Clock } from '../time/clock.ts'
import { openAccessTokens, type TokenClient } from './access-tokens.ts'
import { composeMail } from './compose-mail.ts'
import { type Mailer, MailFailure, MailRefused } from './mailer.ts'

/** In milliseconds: for reaching the server, for a server that says nothing, and for a mail from end to end. */
const timeLimits = { connect: 10_000, silence: 20_000, mail: 60_000 }
/** An operator waits for the answer of a check. */
const checkLimits = { connect: 3_000, silence: 3_000 }
const checkLife = 30_000

export type MailServer = {
  readonly url: string
  /** In place of the one in `url`. */
  readonly password?: string | undefined
  /** Over smtp://: always TLS, TLS where the server offers it, or none. */
  readonly tls?: 'strict' | 'opportunistic' | 'off'
  /** Certificates in PEM that are trusted beside those of Node. */
  readonly authorities?: string | undefined
  /** In place of a password. */
  readonly oauth?: TokenClient | undefined
  readonly clock: Clock
}

/**
 * Hands mails to an SMTP server, each over a connection of its own. `url` is smtp://user:password@host:port or
 * smtps://; its query may hold further options of nodemailer, such as `?tls.rejectUnauthorized=false`. Over smtp://
 * TLS is used where the server offers it, and asked for before a password leaves this machine, unless told otherwise.
 */
export function openSmtpMailer(server: MailServer): Mailer {
  const { clock, oauth } = server
  const tokens = oauth && openAccessTokens(oauth, clock)
  const transport = open(server, timeLimits, tokens)
  const probe = open(server, checkLimits, tokens)
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

type Tokens = ReturnType<typeof openAccessTokens>

function open(
  { url: written, password, tls = 'opportunistic', authorities }: MailServer,
  limits: { connect: number; silence: number },
  tokens: Tokens | undefined,
) {
  const url = password === undefined ? written : withPassword(written, password)
  const { username, hostname } = new URL(url)
  const transport = createTransport({
    requireTLS: tls === 'strict' || (tls !== 'off' && username !== '' && !isThisMachine(hostname)),
    ignoreTLS: tls === 'off',
    ...(authorities !== undefined && { tls: { ca: [...getCACertificates('default'), authorities] } }),
    ...(tokens && { auth: { type: 'OAuth2', user: decodeURIComponent(username) } }),
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: limits.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    url: tokens ? withoutUser(url) : url,
  })
  if (tokens)
    transport.set(
      'oauth2_provision_cb',
      (_user: string, renew: boolean, done: (error: Error | null, token?: string) => void) => {
        tokens(renew).then((token) => done(null, token), done)
      },
    )
  return transport
}

function withoutUser(url: string): string {
  const address = new URL(url)
  address.username = ''
  return address.href
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
