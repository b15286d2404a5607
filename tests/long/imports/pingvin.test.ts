import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import {
  assertCame,
  assertImportsOnce,
  countTransfers,
  follow,
  importFrom,
  linkOf,
} from '#tests/support/samples/imports/check-import.ts'
import { assertSurvivesKills } from '#tests/support/samples/imports/kill-import.ts'
import { makePingvin } from '#tests/support/samples/imports/pingvin/folder.ts'
import { fillPingvin } from '#tests/support/samples/imports/pingvin/shares.ts'
import { startServer } from '#tests/support/server/server.ts'
import { askTicket, codeOf, ticketUrl } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000

for (const version of ['early', 'late'] as const)
  forEachDatabase(`200 shares of Pingvin Share, ${version}`, ({ place }) => {
    test('come once, as they are, while the service runs', async () => {
      await using pingvin = await makePingvin(version)
      const { shares, open } = await fillPingvin(pingvin, version)
      assert.equal(shares.length, 200)
      const at = await place()
      await using server = await startServer({ ...at, environment: { RATE_LIMITS: 'off' } })
      const { folder } = pingvin
      const counts = { people: [2, 0], requests: [1, 1] } as const
      await assertImportsOnce(server, { place: at, source: 'pingvin', folder, shares, ...counts })
      assert.match((await follow(server, `/upload/${open.token}`)) ?? '', /\/r\/[\w-]{22}$/)
      for (const name of ['ada', 'bob.dot']) {
        const mails = await mailsTo(server, `${name}@example.org`)
        assert.equal(mails.filter(({ text }) => text?.includes('/reset-password')).length, 1, name)
      }
    })
  })

forEachDatabase('an import', ({ place }) => {
  test('that is killed again and again brings everything once', async () => {
    await using pingvin = await makePingvin()
    const { shares } = await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS: 'off' } })
    await assertSurvivesKills(server, at, { source: 'pingvin', folder: pingvin.folder, shares })
  })

  test('keeps the old hash of a password until the right one comes, and then seals under it', async () => {
    await using pingvin = await makePingvin()
    const { shares } = await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer(at)
    await importFrom(at, 'pingvin', pingvin.folder)
    const share = shares.find(({ expected }) => expected.password !== undefined)
    assert.ok(share)
    const link = (await linkOf(server, share)) ?? ''
    const slotOf = async () =>
      Buffer.from(
        (
          await server.services.database
            .selectFrom('slots')
            .innerJoin('links', 'links.transfer_id', 'slots.transfer_id')
            .select('sealed')
            .where('links.id', '=', link)
            .executeTakeFirstOrThrow()
        ).sealed,
      )
    assert.equal((await slotOf())[0], 2)
    assert.equal(await codeOf(await askTicket(server.baseUrl, link), 401), 'PASSWORD_REQUIRED')
    assert.equal(await codeOf(await askTicket(server.baseUrl, link, 'wrong'), 403), 'INVALID_FILE_PASSWORD')
    assert.equal((await slotOf())[0], 2)
    const ticket = await ticketUrl(server.baseUrl, link, share.expected.password)
    assert.equal((await slotOf())[0], 1)
    assert.equal((await fetch(ticket)).status, 200)
    assert.equal(await codeOf(await askTicket(server.baseUrl, link, 'wrong'), 403), 'INVALID_FILE_PASSWORD')
    await assertCame(server, share)
  })

  test('leaves names alone that are taken, and what belongs to them', async () => {
    await using pingvin = await makePingvin()
    const ada = pingvin.addUser('ada')
    const eve = pingvin.addUser('eve', { email: 'other@example.org' })
    const off = pingvin.addUser('off', { isActivated: 0 })
    const bytes = Buffer.from('hers')
    for (const [id, creatorId] of Object.entries({ of_ada: ada, of_eve: eve, of_off: off }))
      await pingvin.addShare({ id, files: [{ name: 'a.txt', bytes }], columns: { creatorId } })
    pingvin.database.close()
    const at = await place()
    await using server = await startServer(at)
    const register = (username: string, email: string) =>
      server.client.call('register', { body: { username, email, password: 'correct horse battery' } })
    await register('Ada', 'another@example.org')
    await register('mallory', 'OTHER@example.org')
    const { answer, code } = await importFrom(at, 'pingvin', pingvin.folder)
    assert.deepEqual([code, answer.people], [0, { imported: 0, before: 0, refused: 3 }])
    assert.deepEqual(answer.transfers, { imported: 0, before: 0, refused: 3 })
    assert.equal(await countTransfers(server), 0)
    // Both come when the name is free.
    await server.services.database
      .updateTable('users')
      .set({ username: 'x', username_folded: 'x' })
      .where('username', '=', 'Ada')
      .execute()
    const again = await importFrom(at, 'pingvin', pingvin.folder)
    assert.deepEqual(again.answer.transfers, { imported: 1, before: 0, refused: 2 })
  })

  test('makes no administrator, and people who set a password by the mail', async () => {
    await using pingvin = await makePingvin()
    await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer(at)
    await importFrom(at, 'pingvin', pingvin.folder)
    const login = (username: string, password: string) =>
      server.client.call('login', { body: { username, password, rememberMe: false } })
    for (const password of ['never read', '']) await assert.rejects(login('ada', password))
    const [mail] = await mailsTo(server, 'ada@example.org')
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await server.client.call('resetPassword', { body: { token, password: 'correct horse battery' } })
    const signedIn = await login('ada', 'correct horse battery')
    assert.ok('user' in signedIn)
    assert.equal(signedIn.user.isAdmin, false)
  })

  test('lets old addresses lead to a transfer for as long as it lives', async () => {
    await using pingvin = await makePingvin()
    const { shares } = await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer(at)
    await importFrom(at, 'pingvin', pingvin.folder)
    const [plain, several] = shares
    assert.ok(plain && several)
    const link = (await linkOf(server, plain)) ?? ''
    assert.equal(await follow(server, `/share/${plain.id}/?a=b`), await follow(server, `/share/${plain.id}`))
    for (const path of ['/share/none', '/s/none', '/d/none', `/d/${plain.id}`, '/upload/none', '/s/%ff'])
      assert.equal(await follow(server, path), undefined, path)
    const { id } = await server.services.database
      .selectFrom('links')
      .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
      .select('transfers.id')
      .where('links.id', '=', link)
      .executeTakeFirstOrThrow()
    await server.services.database
      .updateTable('links')
      .set({ revoked_at: 1 })
      .where('id', '=', link)
      .execute()
    assert.equal(await follow(server, `/share/${plain.id}`), undefined, id)
    assert.ok(await follow(server, `/share/${several.id}`))
    // Ids that people chose can be guessed, and so there are few guesses.
    let answers = 0
    while ((await fetch(`${server.baseUrl}/s/guess-${answers}`)).status === 404) answers += 1
    assert.ok(answers > 20 && answers <= 120, `${answers}`)
    server.clock.advance(4 * DAY)
    assert.equal(await follow(server, `/share/${several.id}`), undefined)
  })
})
