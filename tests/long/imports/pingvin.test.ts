import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { fillPingvin, type OddShare } from '#tests/support/samples/imports/odd-shares.ts'
import { makePingvin } from '#tests/support/samples/imports/pingvin-folder.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { askTicket, codeOf, ticketUrl } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000

function importFrom(place: DatabasePlace, folder: string, ...options: string[]) {
  return runForScript(['import', 'pingvin', folder, ...options], { place })
}

/** Where an old address leads; undefined where it is 404. */
async function follow({ baseUrl }: TestServer, path: string): Promise<string | undefined> {
  const answer = await fetch(baseUrl + path, { redirect: 'manual' })
  if (answer.status === 404) return undefined
  assert.equal(answer.status, 302, path)
  return answer.headers.get('location') ?? ''
}

async function linkOf(server: TestServer, { id }: OddShare): Promise<string | undefined> {
  const target = await follow(server, `/share/${id}`)
  assert.equal(await follow(server, `/s/${id}`), target)
  return target?.split('/').at(-1)
}

/** Downloads what a share became, and compares it with what it was. */
async function assertCame(server: TestServer, share: OddShare): Promise<void> {
  const { files, password, downloadsLeft, hasNoOldLink } = share.expected
  const link = await linkOf(server, share)
  if (files.length === 0 || hasNoOldLink) return assert.equal(link, undefined, share.id)
  assert.ok(link, share.id)
  const { file } = await server.client.call('fileInfo', { params: { id: link } })
  assert.equal(file.downloadsLeft, downloadsLeft, share.id)
  assert.equal(file.passwordProtected, password !== undefined, share.id)
  const answer = await fetch(await ticketUrl(server.baseUrl, link, password))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const [only] = files
  if (files.length === 1)
    return assert.deepEqual([file.filename, bytes], [only?.name, Buffer.from(only?.bytes ?? [])])
  const members = await readZip(bytes)
  assert.deepEqual(
    members.map(({ path, content }) => [path, content]),
    files.map(({ name, bytes: content }) => [name, Buffer.from(content)]),
  )
}

async function countTransfers({ services: { database } }: TestServer): Promise<number> {
  const { count } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

for (const version of ['early', 'late'] as const)
  forEachDatabase(`200 shares of Pingvin Share, ${version}`, ({ place }) => {
    test('come once, as they are, while the service runs', async () => {
      await using pingvin = await makePingvin(version)
      const { shares, open } = await fillPingvin(pingvin, version)
      const coming = shares.filter(({ expected }) => expected.files.length > 0)
      assert.equal(shares.length, 200)
      const at = await place()
      await using server = await startServer({ ...at, environment: { RATE_LIMITS: 'off' } })
      const report = join(at.dataDir, 'report.csv')

      const dry = await importFrom(at, pingvin.folder, '--dry-run', '--report', report)
      assert.deepEqual([dry.code, await countTransfers(server)], [4, 0])
      const counts = { imported: coming.length, before: 0, refused: 200 - coming.length }
      assert.deepEqual(dry.answer.transfers, counts)
      assert.equal((await stat(report)).mode & 0o777, 0o600)

      const first = await importFrom(at, pingvin.folder, '--report', report)
      assert.deepEqual([first.code, first.answer.transfers], [4, counts], JSON.stringify(first))
      assert.deepEqual(first.answer.people, { imported: 2, before: 0, refused: 0 })
      assert.deepEqual(first.answer.requests, { imported: 1, before: 0, refused: 1 })
      const lines = (await readFile(report, 'utf8')).split('\r\n')
      assert.equal(lines.length, 1 + 2 + 2 + 200 + 1)
      for (const share of shares) {
        await assertCame(server, share)
        const line = lines.find((one) => one.includes(`,${share.id},`)) ?? ''
        assert.match(line, share.expected.files.length > 0 ? /,imported,/ : /,not imported,/)
        if (share.expected.note) assert.match(line, share.expected.note)
      }
      assert.match((await follow(server, `/upload/${open.token}`)) ?? '', /\/r\/[\w-]{22}$/)

      const second = await importFrom(at, pingvin.folder)
      const again = { imported: 0, before: coming.length, refused: 200 - coming.length }
      assert.deepEqual(second.answer.transfers, again)
      assert.deepEqual(second.answer.people, { imported: 0, before: 2, refused: 0 })
      assert.equal(await countTransfers(server), coming.length)
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
    const coming = shares.filter(({ expected }) => expected.files.length > 0).length
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS: 'off' } })
    for (let n = 0; n < 4; n += 1) {
      const before = await countTransfers(server)
      const child = spawn(process.execPath, [programs.commandLine, 'import', 'pingvin', pingvin.folder], {
        env: {
          ...childEnvironment(),
          PASSWORD_COST: 'low',
          DATA_DIR: at.dataDir,
          ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
        },
      })
      while (child.exitCode === null && (await countTransfers(server)) < before + 7 + 13 * n) await pause(5)
      assert.equal(child.exitCode, null)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const cut = await countTransfers(server)
    assert.ok(cut < coming, `${cut}`)
    // The lock of the one that was killed falls.
    const { answer } = await importFrom(at, pingvin.folder)
    assert.deepEqual(answer.transfers, { imported: coming - cut, before: cut, refused: 200 - coming })
    assert.equal(await countTransfers(server), coming)
    for (const share of shares) await assertCame(server, share)
  })

  test('keeps the old hash of a password until the right one comes, and then seals under it', async () => {
    await using pingvin = await makePingvin()
    const { shares } = await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer(at)
    await importFrom(at, pingvin.folder)
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
    assert.match((await slotOf()).toString('latin1'), /\$argon2id\$/)
    assert.equal(await codeOf(await askTicket(server.baseUrl, link), 401), 'PASSWORD_REQUIRED')
    assert.equal(await codeOf(await askTicket(server.baseUrl, link, 'wrong'), 403), 'INVALID_FILE_PASSWORD')
    assert.match((await slotOf()).toString('latin1'), /\$argon2id\$/)
    const ticket = await ticketUrl(server.baseUrl, link, share.expected.password)
    assert.doesNotMatch((await slotOf()).toString('latin1'), /\$argon2id\$/)
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
    const { answer, code } = await importFrom(at, pingvin.folder)
    assert.deepEqual([code, answer.people], [0, { imported: 0, before: 0, refused: 3 }])
    assert.deepEqual(answer.transfers, { imported: 0, before: 0, refused: 3 })
    assert.equal(await countTransfers(server), 0)
    // Once the name is free, both come.
    await server.services.database
      .updateTable('users')
      .set({ username: 'x', username_folded: 'x' })
      .where('username', '=', 'Ada')
      .execute()
    const again = await importFrom(at, pingvin.folder)
    assert.deepEqual(again.answer.transfers, { imported: 1, before: 0, refused: 2 })
  })

  test('makes no administrator, and people who set a password by the mail', async () => {
    await using pingvin = await makePingvin()
    await fillPingvin(pingvin, 'late')
    const at = await place()
    await using server = await startServer(at)
    await importFrom(at, pingvin.folder)
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
    await importFrom(at, pingvin.folder)
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
