import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { termsVersion } from '#contract/accounts/terms.ts'
import { sha256 } from '#crypto/random-id.ts'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { hideTable } from '#tests/support/databases/hide-table.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { callerOf, mailsFor, startMailingServer } from '#tests/support/transfers/recipients.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

forEachDatabase('the ledger of consents', ({ engine, place }) => {
  test('holds terms, marketing, manage links by mail and the stop list, each with its words', async () => {
    await using server = await startMailingServer(await place())
    const { database } = server.services
    const { client, user } = await signUp(server)
    await client.call('chooseLanguage', { body: { language: 'de' } })
    await client.call('acceptTerms', { body: { version: termsVersion } })
    await client.call('updatePreferences', {
      body: { security: true, notifications: true, marketing: true },
    })
    const caller = callerOf(server)
    const { ref, headers } = await sendTransfer(server, Buffer.from('hello'))
    const ask = (code?: string) =>
      caller.call('mailManageLink', {
        params: { ref },
        headers,
        body: { email: 'Bea@example.org', language: 'fr', ...(code && { code }) },
      })
    await ask()
    const [mail] = await mailsFor(server, 'Bea@example.org', 1)
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    // When it cannot be written down, the code is good for another try.
    const show = await hideTable(database, 'consents')
    await assert.rejects(ask(code))
    await show()
    await ask(code)
    const [, token] = /\/stop-mails#([\w-]{64})/.exec(mail?.text ?? '') ?? []
    assert.ok(token)
    for (let times = 0; times < 2; times++) await caller.call('stopMails', { params: { token } })

    const rows = await database.selectFrom('consents').selectAll().orderBy('given_at').execute()
    assert.deepEqual(
      rows.map(({ subject, purpose, how, withdrawn_at }) => [
        subject.split(':')[0],
        purpose,
        how,
        withdrawn_at,
      ]),
      [
        ['user', 'terms', 'page', null],
        ['user', 'marketing', 'preferences', null],
        ['address', 'manage-mail', 'code', null],
        ['address', 'stop-list', 'page', null],
      ],
    )
    assert.doesNotMatch(JSON.stringify(rows), /bea@|example/i)
    assert.ok(!JSON.stringify(rows).includes(user.id))
    const starts = [/^1\. Zustimmung/, /^Marketing/, /^Vous recevez cet e-mail/, /^Stop emails/]
    for (const [index, { text_sha256 }] of rows.entries()) {
      const hash = Buffer.from(text_sha256).toString('hex')
      const answer = await fetch(`${server.baseUrl}/api/consents/texts/${hash}`)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
      const text = await answer.text()
      assert.match(text, starts[index] ?? /^$/)
      assert.equal(sha256(text).toString('hex'), hash)
    }
    const unknown = await fetch(`${server.baseUrl}/api/consents/texts/${'0'.repeat(64)}`)
    assert.equal(await codeOf(unknown, 404), 'NOT_FOUND')
    const { consents } = await client.call('consents')
    assert.deepEqual(consents.map(({ purpose }) => purpose).toSorted(), ['marketing', 'terms'])

    // Nothing of it can be changed or removed with SQL, but for one withdrawal.
    const [{ id = '' } = {}] = rows
    const attempts: RawBuilder<unknown>[] = [
      sql`update consents set version = '9'`,
      sql`update consents set given_at = 0, withdrawn_at = 1`,
      sql`update consents set withdrawn_at = null`,
      sql`delete from consents`,
      ...(engine === 'sqlite'
        ? [
            sql`insert or replace into consents select id, subject, purpose, '9', text_sha256, given_at, withdrawn_at, how from consents`,
            sql`update or replace consents set id = ${id}`,
          ]
        : [
            sql`truncate consents`,
            sql`insert into consents select * from consents on conflict (id) do update set version = '9'`,
          ]),
    ]
    for (const attempt of attempts) await assert.rejects(attempt.execute(database), /append-only/)
    await client.call('updatePreferences', {
      body: { security: true, notifications: true, marketing: false },
    })
    await assert.rejects(
      sql`update consents set withdrawn_at = 1 where purpose = 'marketing'`.execute(database),
      /append-only/,
    )
    // An account that goes leaves the proof, withdrawn, under a hash that leads nowhere.
    await client.call('eraseAccount', { body: { password: goodPassword } })
    const after = await database.selectFrom('consents').selectAll().orderBy('given_at').execute()
    assert.deepEqual(
      after.map((row) => ({ ...row, withdrawn_at: null })),
      rows,
    )
  })

  test('takes twenty lines a day of one account', async () => {
    await using server = await startMailingServer(await place())
    const { client } = await signUp(server)
    const want = (marketing: boolean) =>
      client.call('updatePreferences', { body: { security: true, notifications: true, marketing } })
    for (let times = 0; times < 20; times++) {
      await want(true)
      await want(false)
    }
    await assert.rejects(want(true), { code: 'RATE_LIMITED' })
  })
})
