import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import {
  clientWith,
  goodPassword,
  sendJson,
  signIn,
  signUp,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A person who registers in a language. */
async function registerIn(server: TestServer, language: Language) {
  const body = { username: 'ada', email: 'ada@example.org', password: goodPassword, language }
  await server.client.call('register', { body })
  return signIn(server, 'ada')
}

/** The only mail to an address: its subject, its words, and the language its document is marked with. */
async function mailTo(server: TestServer, address: string) {
  const [mail, ...others] = await mailsTo(server, address)
  assert.ok(mail)
  assert.equal(others.length, 0)
  return {
    subject: mail.subject,
    text: mail.text ?? '',
    lang: /<html lang="(\w+)"/.exec(mail.html ?? '')?.[1],
  }
}

forEachDatabase('languages', ({ place }) => {
  test('a link is mailed in the language that its sender says, and in English otherwise', async () => {
    await using server = await startServer(await place())
    const emails = [
      { email: 'jonas@example.org', language: 'de', senderName: 'Ines' },
      { email: 'manon@example.org', language: 'fr', message: 'Voilà' },
      { email: 'ada@example.org' },
    ]
    const answer = await sendForm(server.baseUrl, [
      { name: 'emails', value: JSON.stringify(emails) },
      { name: 'file', bytes: randomBytes(1536), filename: 'a.bin' },
    ])
    assert.equal(answer.status, 201)
    const german = await mailTo(server, 'jonas@example.org')
    assert.equal(german.lang, 'de')
    assert.equal(german.subject, '„Ines“ hat Ihnen eine Datei gesendet: a.bin')
    assert.match(german.text, /^1,5\u00a0KB$/m)
    assert.match(german.text, /Verfügbar bis \d+\. \p{L}+ \d{4} um \d\d:\d\d\sUhr UTC\. Danach wird sie/u)
    const french = await mailTo(server, 'manon@example.org')
    assert.equal(french.lang, 'fr')
    assert.match(french.subject ?? '', /^Un fichier pour vous\s: a\.bin$/)
    assert.match(french.text, /^1,5\u00a0Ko$/m)
    assert.match(french.text, /Disponible jusqu’au \d+ \p{L}+ \d{4} à \d\d:\d\d UTC\./u)
    assert.match(french.text, /Message de l’expéditeur\s:\n> Voilà/)
    assert.equal((await mailTo(server, 'ada@example.org')).lang, 'en')
  })

  test('a link can be mailed afterwards, too', async () => {
    await using server = await startServer(await place())
    const { downloadUrl } = await upload(server.baseUrl, randomBytes(10))
    const body = { recipientEmail: 'manon@example.org', downloadLink: downloadUrl, language: 'fr' } as const
    await server.client.call('sendEmail', { body })
    assert.equal((await mailTo(server, 'manon@example.org')).lang, 'fr')
    const unknown = { ...body, language: 'tlh' }
    assert.equal(
      await codeOf(await sendJson(server, 'POST', '/files/send-email', unknown), 400),
      'BAD_REQUEST',
    )
  })

  test('mails to a person speak what they registered in, and then what they choose', async () => {
    await using server = await startServer(await place())
    const { client, token, user } = await registerIn(server, 'de')
    assert.equal(user.language, 'de')
    await uploadAs(server, token, 'a.bin', { fields: { expiresIn: '30m' } })
    const body = { username: 'ada', password: goodPassword }
    await server.client.call('login', { body, headers: { 'user-agent': firefox } })
    const german = await mailTo(server, 'ada@example.org')
    assert.equal(german.lang, 'de')
    assert.match(german.text, /Gerät: Firefox, Windows/)

    await client.call('chooseLanguage', { body: { language: 'fr' } })
    assert.equal((await client.call('currentUser')).user.language, 'fr')
    await server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    const subjects = (await mailsTo(server, 'ada@example.org')).map(({ subject }) => subject)
    assert.ok(subjects.includes('Choisissez un nouveau mot de passe'), subjects.join())
  })

  test('the language of an account is in its export; who is new has none, and mails in English', async () => {
    await using server = await startServer(await place())
    const { token, user } = await signUp(server)
    assert.equal(user.language, null)
    await server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    assert.equal((await mailTo(server, 'ada@example.org')).lang, 'en')
    await clientWith(server, token).call('chooseLanguage', { body: { language: 'de' } })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.baseUrl}/api/users/export`, { headers })
    assert.equal(JSON.parse(await answer.text()).account.language, 'de')
    assert.equal(
      await codeOf(await sendJson(server, 'PUT', '/users/language', { language: 'xx' }, token), 400),
      'BAD_REQUEST',
    )
    assert.equal(
      await codeOf(await sendJson(server, 'PUT', '/users/language', { language: 'de' }), 401),
      'AUTHENTICATION_REQUIRED',
    )
  })
})

test('a language that nobody speaks here is refused with the upload', async () => {
  await using server = await startServer()
  const answer = await sendForm(server.baseUrl, [
    { name: 'emails', value: '[{"email":"a@example.org","language":"tlh"}]' },
    { name: 'file', bytes: randomBytes(10), filename: 'a.bin' },
  ])
  assert.equal(await codeOf(answer, 400), 'VALIDATION_ERROR')
})
