import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { mailerContract, newMail } from '#tests/contracts/mailer.suite.ts'
import { mailCertificate } from '#tests/support/mail/mail-certificate.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { MailFailure, MailRefused } from './mailer.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

mailerContract('smtp', async () => {
  const server = await startMailServer()
  return {
    mailer: openSmtpMailer({ url: server.url, clock: Date }),
    arrived: async () => server.mails.map(({ raw }) => raw),
    close: () => server[Symbol.asyncDispose](),
  }
})

test('the envelope carries the plain addresses', async () => {
  await using server = await startMailServer()
  await openSmtpMailer({ url: server.url, clock: Date }).send(newMail())
  const [mail] = server.mails
  assert.equal(mail?.from, 'no-reply@files.example')
  assert.deepEqual(mail?.to, ['jonas@example.org'])
})

const refusals = [
  { to: 'recipient', code: 550, final: true },
  { to: 'content', code: 554, final: true },
  { to: 'recipient', code: 451, final: false },
  { to: 'content', code: 452, final: false },
  { to: 'sender', code: 550, final: false },
  { to: 'greeting', code: 554, final: false },
] as const
for (const { to, code, final } of refusals) {
  test(`a ${code} to the ${to} is ${final ? 'final' : 'worth another try'}`, async () => {
    await using server = await startMailServer()
    server.state.refusal = { to, code }
    const mailer = openSmtpMailer({ url: server.url, clock: Date })
    await assert.rejects(mailer.send(newMail()), (error) => {
      assert.ok(error instanceof (final ? MailRefused : MailFailure), inspect(error))
      assert.match(error.message, new RegExp(String(code)))
      assert.doesNotMatch(inspect(error), /jonas/)
      return true
    })
    server.state.refusal = undefined
    await mailer.send(newMail())
    assert.equal(server.mails.length, 1)
  })
}

test('a server that is not there is worth another try, and shows in the check until it is back', async () => {
  const port = await freePort()
  let now = 0
  const mailer = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, clock: { now: () => now } })
  await assert.rejects(mailer.send(newMail()), MailFailure)
  await assert.rejects(mailer.check(), MailFailure)
  await using _server = await startMailServer({ port })
  await assert.rejects(mailer.check(), MailFailure, 'asked again at once, it remembers')
  now += 30_000
  await mailer.check()
})

test('a server that never says a word does not hold up the check for long', { timeout: 20_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  assert.ok(address && typeof address === 'object')
  const mailer = openSmtpMailer({ url: `smtp://127.0.0.1:${address.port}`, clock: Date })
  await assert.rejects(mailer.check(), MailFailure)
  silent.close()
})

test('a password is not said to a server without TLS elsewhere', async () => {
  await using server = await startMailServer()
  // 0.0.0.0 leads here, too, but is not known as this machine.
  const url = `smtp://user:secret@0.0.0.0:${server.port}`
  await assert.rejects(openSmtpMailer({ url, clock: Date }).send(newMail()), /ETLS/)
  assert.equal(server.mails.length, 0)
})

test('answers go to the address that a mail names', async () => {
  await using server = await startMailServer()
  await openSmtpMailer({ url: server.url, clock: Date }).send(newMail({ replyTo: 'ada@example.org' }))
  assert.deepEqual(server.mails[0]?.mail.replyTo, [{ name: '', address: 'ada@example.org' }])
})

test('TLS is always, where it is offered, or never; own certificates are trusted where they are named', async () => {
  const { cert } = mailCertificate
  await using plain = await startMailServer()
  await using secure = await startMailServer({ certificate: mailCertificate })
  const send = (options: Partial<Parameters<typeof openSmtpMailer>[0]>) =>
    openSmtpMailer({ url: secure.url, clock: Date, ...options }).send(newMail())
  await assert.rejects(send({ url: plain.url, tls: 'strict' }), /ETLS/)
  await assert.rejects(send({ tls: 'strict' }), MailFailure)
  await send({ tls: 'strict', authorities: cert })
  await send({ tls: 'opportunistic', authorities: cert })
  await send({ url: plain.url })
  assert.deepEqual([secure.state.secured, secure.mails.length, plain.mails.length], [2, 2, 1])
  await send({ tls: 'off' })
  assert.equal(secure.state.secured, 2)
})

test('a mailbox is opened with access tokens, another of which is asked for once one was refused', async () => {
  const given = ['expired', 'good', 'better']
  const asked: URLSearchParams[] = []
  const tokens = createHttpServer(async (request, response) => {
    const body = new URLSearchParams(await text(request))
    asked.push(body)
    if (body.get('client_secret') !== 'right')
      return response.writeHead(401).end('{"error":"invalid_client"}')
    response.end(JSON.stringify({ access_token: given.shift(), expires_in: 3600 }))
  }).listen(0, '127.0.0.1')
  await once(tokens, 'listening')
  const address = tokens.address()
  assert.ok(address && typeof address === 'object')
  await using server = await startMailServer({ tokens: { user: 'files@example.eu', accepted: ['good'] } })
  const open = (clientSecret: string) =>
    openSmtpMailer({
      url: server.url.replace('//', '//files%40example.eu@'),
      oauth: {
        url: `http://127.0.0.1:${address.port}/token`,
        clientId: 'restante',
        clientSecret,
        scope: 'smtp.send',
      },
      clock: Date,
    })
  const mailer = open('right')
  await mailer.send(newMail())
  await mailer.send(newMail({ id: 'second-mail-of-two' }))
  assert.equal(server.mails.length, 2)
  assert.equal(asked.length, 2, 'the second token serves further mails')
  assert.deepEqual(Object.fromEntries(asked[0] ?? []), {
    grant_type: 'client_credentials',
    client_id: 'restante',
    client_secret: 'right',
    scope: 'smtp.send',
  })
  const wrong = open('wrong-secret')
  await assert.rejects(wrong.check(), (error) => {
    assert.ok(error instanceof MailFailure && error.refusesLogin, inspect(error))
    assert.doesNotMatch(inspect(error), /wrong-secret/)
    return true
  })
  tokens.close()
})
