import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = {
  /** The addresses of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  readonly raw: Buffer
  readonly mail: Email
}

/** Command that a server refuses, and its reply code. */
type Refusal = { to: 'greeting' | 'sender' | 'recipient' | 'content'; code: number }

/**
 * A real SMTP server on a free port, or on `port`, that keeps what it is given. `refusal` may be set and cleared while
 * it runs; its sentences name the recipient, as those of many servers do. With a `login` it asks for that.
 */
export async function startMailServer({
  port,
  login,
  certificate,
  tokens,
}: {
  port?: number
  /** Offers TLS with it. */
  certificate?: { readonly cert: string; readonly key: string }
  /** Mailbox that is opened with access tokens. */
  tokens?: { readonly user: string; readonly accepted: readonly string[] }
  login?: { readonly user: string; readonly password: string }
} = {}) {
  const mails: ReceivedMail[] = []
  const state: {
    refusal: Refusal | undefined
    /** Done after a mail is kept and before its sender hears of that. */
    meanwhile: (() => Promise<void>) | undefined
    /** Mails that came over TLS. */
    secured: number
  } = { refusal: undefined, meanwhile: undefined, secured: 0 }
  function answer(to: Refusal['to'], words: string): Error | null {
    const { refusal } = state
    return refusal?.to === to ? Object.assign(new Error(words), { responseCode: refusal.code }) : null
  }
  const server = new SMTPServer({
    disabledCommands: [...(login || tokens ? [] : ['AUTH']), ...(certificate ? [] : ['STARTTLS'])],
    ...certificate,
    ...(tokens && { authMethods: ['XOAUTH2'] }),
    allowInsecureAuth: true,
    onAuth({ username, password, accessToken }, _session, done) {
      if (tokens) {
        const isOpen = username === tokens.user && tokens.accepted.includes(accessToken ?? '')
        return isOpen ? done(null, { user: username }) : done(null, { data: { status: '401' } })
      }
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : new Error('who are you?'), isRight ? { user: username } : undefined)
    },
    logger: false,
    onConnect: (_session, done) => done(answer('greeting', 'not now')),
    onMailFrom: (_address, _session, done) => done(answer('sender', 'who are you?')),
    onRcptTo: ({ address }, _session, done) => done(answer('recipient', `<${address}>: no such user`)),
    onData(stream, { envelope, secure }, done) {
      buffer(stream)
        .then(async (raw) => {
          const to = envelope.rcptTo.map(({ address }) => address)
          const refused = answer('content', `not for <${to}>`)
          if (refused) return done(refused)
          if (secure) state.secured += 1
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          mails.push({ from, to, raw, mail: await PostalMime.parse(raw) })
          await state.meanwhile?.()
          done(null)
        })
        .catch(done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (!address || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    state,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
