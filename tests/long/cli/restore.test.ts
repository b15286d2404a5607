import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { forgetDayKeys } from '#server/operations/backup/backup-day-keys.ts'
import { dayKeyFile } from '#server/operations/backup/backup-layout.ts'
import { signIn, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { blobFiles, damageBlob } from '#tests/support/databases/damage-blob.ts'
import {
  createPostgresDatabase,
  type DatabasePlace,
  forEachDatabase,
  onSqlite,
} from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { backUp, download, emptyWithKeys, rewrite, sha256 } from '#tests/support/server/backups.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000
const noLimits = { RATE_LIMITS: 'off' }

/** Sends files that are reported, and decides that they are kept for the police. */
async function sendEvidence(server: TestServer, contents: readonly Buffer[]) {
  const admin = await signUpAdmin(server)
  const evidence: { readonly id: string; readonly number: string; readonly bytes: Buffer }[] = []
  for (const bytes of contents) {
    const { id, downloadUrl } = await upload(server.baseUrl, bytes)
    const { number } = await reportLink(server, downloadUrl, '192.0.2.1')
    await admin.client.call('decideReport', {
      params: { n: number },
      body: { action: 'police', ground: byTerms, facts: 'Found.', automated: false },
    })
    evidence.push({ id, number, bytes })
  }
  return { admin, evidence }
}

/** What an administrator gets who opens what was reported. */
async function openReported(server: TestServer, number: string): Promise<Response> {
  const { token } = await signIn(server, 'root')
  return fetch(`${server.baseUrl}/api/admin/reports/${number}/content`, {
    headers: { authorization: `Bearer ${token}` },
  })
}

forEachDatabase('a backup that is restored', ({ engine, place, emptyPlace }) => {
  /** A backup of a service with one person and one file. `id` is the file's. */
  async function backUpOne(content: string) {
    const from = await place()
    await using server = await startServer({ ...from, environment: keepInStore })
    await signUp(server)
    const { id } = await upload(server.baseUrl, Buffer.from(content))
    return { from, id, backup: await backUp(from, '--blobs') }
  }

  test('taken under upload load restores into an empty folder: every file, byte for byte', async () => {
    const from = await place()
    const sent = new Map<string, string>()
    let backup = ''
    let expired = ''
    {
      await using server = await startServer({ ...from, environment: noLimits })
      await signUp(server)
      async function send(fields: Record<string, string> = {}) {
        const bytes = randomBytes(1 + Math.floor(Math.random() * 100_000))
        const file = await upload(server.baseUrl, bytes, fields)
        sent.set(file.id, sha256(bytes))
        return file.id
      }
      const first = [await send(), await send({ password: 'secret words' }), await send({ expiresIn: '12h' })]
      expired = await send()
      await server.services.database
        .updateTable('transfers')
        .set({ expires_at: 1 })
        .where('id', '=', (await transferOf(server.services.database, expired)).id)
        .execute()
      const done = new AbortController()
      const load = Array.from({ length: 3 }, async () => {
        while (!done.signal.aborted) await send()
      })
      backup = await backUp(from, '--blobs')
      done.abort()
      await Promise.all(load)
      assert.ok(sent.size > first.length + 1)
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const restored = await runForScript(['restore', backup], { place: to })
    assert.equal(restored.code, 0, restored.stderr + JSON.stringify(restored.answer))
    assert.partialDeepStrictEqual(restored.answer, { success: true, users: 1, missing: 0, damaged: 0 })
    assert.match(String(restored.answer.proved), /^[\w-]{22}$/)

    await using server = await startServer(to)
    const { database } = server.services
    const rows = await database
      .selectFrom('transfers')
      .innerJoin('links', 'links.transfer_id', 'transfers.id')
      .select(['links.id', 'transfers.password_protected'])
      .where('transfers.ended_at', 'is', null)
      .execute()
    assert.equal(rows.length, restored.answer.files)
    assert.ok(rows.length >= 3)
    for (const { id, password_protected } of rows) {
      const answer = await download(server, id, password_protected === 1 ? '?password=secret+words' : '')
      assert.equal(answer.status, 200)
      assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sent.get(id))
    }
    assert.equal(await codeOf(await download(server, expired), 410), 'FILE_EXPIRED')
    await assert.rejects(signUp(server), { code: 'USERNAME_TAKEN' })
  })

  test('is refused when it, the master keys or the place are not right, and then nothing is written', async () => {
    const from = await place()
    {
      await using server = await startServer(from)
      await upload(server.baseUrl, randomBytes(1000))
    }
    const backup = await backUp(from, '--blobs')
    const to = await emptyWithKeys(emptyPlace, from)
    const restore = async (path: string, at = to) => {
      const { code, answer } = await runForScript(['restore', path], { place: at })
      return [code, answer.code]
    }
    assert.deepEqual(await restore(backup, from), [1, 'RESTORE_REFUSED'])
    assert.deepEqual(await restore(backup, await emptyPlace()), [3, 'CONFIGURATION'])
    assert.deepEqual(await restore(join(from.dataDir, 'backups', 'keys')), [4, 'BACKUP_UNUSABLE'])
    const others = await place()
    await runCommand(['sweep'], { place: others })
    assert.deepEqual(await restore(backup, others), [4, 'BACKUP_UNUSABLE'])

    const copy = join(from.dataDir, 'backups', '2026-01-01T00-00-00-000Z')
    for (const name of ['tables.ndjson.gz', 'blobs.ndjson']) {
      await cp(backup, copy, { recursive: true })
      const bytes = await readFile(join(copy, name))
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(join(copy, name), bytes)
      assert.deepEqual(await restore(copy), [4, 'BACKUP_UNUSABLE'], name)
    }
    const ready = await restore(backup)
    assert.equal(ready[0], 0)
  })

  test('of an earlier version restores, and its tables are brought up to date', async () => {
    const { from, id, backup } = await backUpOne('from long ago')
    await rewrite(backup, (line) => !line.startsWith('["audit_log"'), {
      version: '0.0.9',
      migrations: (names) => names.filter((name) => name < '0006-audit'),
      laterColumns: ['modified_at', 'email_vouched', 'news_read'],
    })
    const restore = (at: DatabasePlace) => runForScript(['restore', backup], { place: at })
    const late = await emptyWithKeys(emptyPlace, from)
    await runCommand(['migrate'], { place: late })
    const refused = await restore(late)
    assert.deepEqual([refused.code, refused.answer.code], [1, 'RESTORE_REFUSED'])
    assert.match(String(refused.answer.message), /^The database has tables of a later version/)

    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await restore(to)
    assert.equal(code, 0, stderr + JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { version: '0.0.9', users: 1, files: 1 })
    assert.match(String(answer.proved), /^[\w-]{22}$/)
    assert.deepEqual((await runForScript(['migrate'], { place: to })).answer.steps, [])
    await using server = await startServer(to)
    assert.equal(await (await download(server, id)).text(), 'from long ago')
    await signIn(server, 'ada')
    const acts = await server.services.database.selectFrom('audit_log').select('act').orderBy('at').execute()
    assert.deepEqual(
      acts.map(({ act }) => act),
      ['service.backup-restored', 'session.opened'],
    )
  })

  test('that stops after its tables is not served, and goes on when it is repeated', async () => {
    const { from, id, backup } = await backUpOne('there in the end')
    const other = await backUp(from, '--blobs')
    const blobs = join(backup, '..', 'blobs')
    const [name = ''] = (await readdir(blobs, { recursive: true })).filter((entry) => entry.includes('/'))
    const copy = join(blobs, name)
    const bytes = await readFile(copy)
    await rm(copy)
    // What no copy can be read from, and no blob is.
    await mkdir(copy)
    const to = await emptyWithKeys(emptyPlace, from)
    const stopped = await runForScript(['restore', backup], { place: to })
    assert.deepEqual([stopped.code, stopped.answer.code], [1, 'SYSTEM_ERROR'])
    const at: Record<string, string> = to.url === undefined ? {} : { DATABASE_URL: to.url }
    const refused = await startServerProcess(to.dataDir, at)
    refused.child.kill()
    await refused.exited
    assert.match(
      refused.output(),
      /A restore into this database has not ended: run restante restore with the same backup again\./,
    )

    await rm(copy, { recursive: true })
    await writeFile(copy, bytes)
    const wrong = await runForScript(['restore', other], { place: to })
    assert.deepEqual([wrong.code, wrong.answer.code], [1, 'RESTORE_REFUSED'])
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { users: 1, files: 1, ended: 0, missing: 0, damaged: 0 })
    const served = await startServerProcess(to.dataDir, at)
    served.child.kill()
    await served.exited
    assert.doesNotMatch(served.output(), /has not ended/)
    await using server = await startServer(to)
    assert.equal(await (await download(server, id)).text(), 'there in the end')
  })

  test('mails nobody, which is left to the server that is started on it', async () => {
    await using mailServer = await startMailServer()
    const environment = { SMTP_URL: mailServer.url }
    const from = await place()
    {
      await using server = await startServer(from)
      const ada = await signUp(server)
      await uploadAs(server, ada.token, 'long', { fields: { expiresIn: '3h' } })
      await server.services.database
        .updateTable('transfers')
        .set({ created_at: Date.now() - DAY / 12, expires_at: Date.now() + DAY / 48 })
        .execute()
    }
    const backup = await backUp(from, '--blobs')
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to, environment })
    assert.equal(code, 0, JSON.stringify(answer))
    assert.equal(mailServer.mails.length, 0)
    await using server = await startServer({ ...to, environment })
    assert.deepEqual(await server.services.database.selectFrom('mail_outbox').selectAll().execute(), [])
    await server.services.dispatcher.run()
    await until(async () => mailServer.mails.length > 0)
    assert.deepEqual(
      mailServer.mails.map(({ mail }) => mail.subject),
      ['Your file expires soon: long'],
    )
  })

  test('whose blobs are damaged or lost says so, and the files are ended', async () => {
    const from = await place()
    {
      await using server = await startServer(from)
      for (let number = 0; number < 3; number += 1) await upload(server.baseUrl, randomBytes(1000))
    }
    const backup = await backUp(from, '--blobs')
    const blobs = join(backup, '..', 'blobs')
    const [first = '', second = ''] = (await readdir(blobs, { recursive: true })).filter((name) =>
      name.includes('/'),
    )
    const bytes = await readFile(join(blobs, first))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(join(blobs, first), bytes)
    await rm(join(blobs, second))
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 4)
    assert.partialDeepStrictEqual(answer, { success: false, files: 1, missing: 1, damaged: 1 })
    await using server = await startServer(to)
    const rows = await server.services.database
      .selectFrom('links')
      .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
      .select(['links.id', 'transfers.ended_as'])
      .execute()
    for (const { id, ended_as } of rows) {
      assert.equal((await download(server, id)).status, ended_as === null ? 200 : 410)
    }
  })

  test('goes on where a blob beside it lies on a bad sector', async () => {
    const from = await place()
    {
      await using server = await startServer(from)
      for (let number = 0; number < 3; number += 1) await upload(server.baseUrl, randomBytes(1000))
    }
    const backup = await backUp(from, '--blobs')
    const blobs = join(backup, '..', 'blobs')
    const [bad = ''] = (await readdir(blobs, { recursive: true })).filter((name) => name.includes('/'))
    await rm(join(blobs, bad))
    // The system answers a read of its beginning with EIO.
    await symlink('/proc/self/mem', join(blobs, bad))
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 4, JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { success: false, files: 2, missing: 0, damaged: 1 })
  })

  test('replaces a rotten blob of the store by the good one beside the backup', async () => {
    const { from, id, backup } = await backUpOne('good again')
    const to = await emptyWithKeys(emptyPlace, from)
    await cp(join(from.dataDir, 'blobs'), join(to.dataDir, 'blobs'), { recursive: true })
    const [file = ''] = await blobFiles(to.dataDir)
    await damageBlob(file)
    const { code, answer } = await runForScript(['restore', backup, '--take-over'], { place: to })
    assert.equal(code, 0, JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { success: true, files: 1, missing: 0, damaged: 0 })
    await using server = await startServer(to)
    assert.equal(await (await download(server, id)).text(), 'good again')
  })

  test('opens what is held as evidence past its end and its day, and nothing once the hold is over', async () => {
    const from = await place()
    // What is sent there ends after three hours: for the commands it is over, and so is its day.
    const ago = Date.now() - 3 * DAY
    let evidence: Awaited<ReturnType<typeof sendEvidence>>['evidence'] = []
    let other = ''
    {
      await using server = await startServer({ ...from, now: ago, environment: fromAnywhere })
      other = (await upload(server.baseUrl, randomBytes(1000))).id
      // One lies in the database, one in the store.
      evidence = (await sendEvidence(server, [randomBytes(1000), randomBytes(100_000)])).evidence
    }
    const backup = await backUp(from, '--blobs')
    const keys = join(backup, '..', 'keys')
    const [day = '', ...later] = await readdir(keys)
    assert.deepEqual(later, [])
    const to = await emptyWithKeys(emptyPlace, from)
    const environment = { ...fromAnywhere, BACKUP_DIR: join(backup, '..') }
    const restore = () => runForScript(['restore', backup], { place: to, environment })

    const key = await readFile(join(keys, day), 'utf8')
    const { kid, sealed } = dayKeyFile.parse(JSON.parse(key))
    const wrong = { kid, sealed: randomBytes(Buffer.from(sealed, 'base64').length).toString('base64') }
    // A key that nothing needs is left alone.
    await writeFile(join(keys, '2020-01-01.json'), JSON.stringify(wrong))
    await writeFile(join(keys, day), JSON.stringify(wrong))
    const refused = await restore()
    assert.deepEqual([refused.code, refused.answer.code], [4, 'BACKUP_UNUSABLE'])
    await writeFile(join(keys, day), key)
    const { code, answer, stderr } = await restore()
    assert.equal(code, 0, stderr + JSON.stringify(answer))
    {
      // Nor does the clock of that day bring back what has expired beside it.
      await using server = await startServer({ ...to, now: ago, environment })
      assert.equal(await codeOf(await download(server, other), 410), 'FILE_EXPIRED')
    }

    await using server = await startServer({ ...to, environment })
    for (const { number, bytes } of evidence) {
      await server.sweep()
      await forgetDayKeys(server.services)
      const opened = await openReported(server, number)
      assert.equal(opened.status, 200, await opened.clone().text())
      assert.ok(Buffer.from(await opened.arrayBuffer()).equals(bytes))
    }
    assert.deepEqual(await readdir(keys), [day])
    assert.partialDeepStrictEqual(answer, { files: 2, ended: 0, missing: 0, damaged: 0 })
    assert.match(String(answer.proved), /^[\w-]{22}$/)
    const [{ id, number } = { id: '', number: '' }] = evidence
    const inspected = await runForScript(['inspect', id], { place: to })
    assert.equal(inspected.code, 0)
    assert.partialDeepStrictEqual(inspected.answer, { transfer: { status: 'expired, held as evidence' } })

    server.clock.advance(91 * DAY)
    await server.sweep()
    await forgetDayKeys(server.services)
    assert.equal(await codeOf(await openReported(server, number), 410), 'FILE_DELETED')
    assert.deepEqual(await readdir(keys), [])
  })

  test('opens nothing of evidence that was ended since', async () => {
    const from = await place()
    let number = ''
    let backup = ''
    {
      const now = Date.now() - 3 * DAY
      await using server = await startServer({ ...from, now, environment: fromAnywhere })
      const { admin, evidence } = await sendEvidence(server, [randomBytes(1000)])
      const [sent] = evidence
      assert.ok(sent)
      number = sent.number
      backup = await backUp(from, '--blobs')
      await admin.client.call('deleteFile', { params: { id: sent.id } })
      server.clock.advance(3 * DAY)
      await server.sweep()
      await forgetDayKeys(server.services)
      assert.deepEqual(await readdir(join(backup, '..', 'keys')), [])
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr)
    assert.partialDeepStrictEqual(answer, { files: 0, ended: 1, proved: null })
    await using server = await startServer(to)
    assert.equal(await codeOf(await openReported(server, number), 410), 'FILE_DELETED')
  })

  if (engine === 'sqlite') {
    test('moves a service from SQLite to PostgreSQL', async () => {
      const { from, id, backup } = await backUpOne('moved')
      const { url, drop } = await createPostgresDatabase('empty')
      try {
        const to = { ...(await emptyWithKeys(emptyPlace, from)), url }
        const { code, answer } = await runForScript(['restore', backup], { place: to })
        assert.equal(code, 0, JSON.stringify(answer))
        await using server = await startServer(to)
        assert.equal(await (await download(server, id)).text(), 'moved')
        assert.equal((await signIn(server, 'ada')).user.username, 'ada')
      } finally {
        await drop()
      }
    })
  }
})

onSqlite('a restore, whatever the database', ({ place, emptyPlace }) => {
  test('takes the folder of the backups over whatever it is called, and says whose another one is', async () => {
    const from = await place()
    await runCommand(['sweep'], { place: from })
    const backup = await backUp(from)
    const folder = join(backup, '..')
    const link = join(from.dataDir, 'link')
    await symlink(folder, link)
    const elsewhere = await place()
    await runCommand(['sweep'], { place: elsewhere })
    const other = join(await backUp(elsewhere), '..')
    for (const [BACKUP_DIR, code, says] of [
      [other, 1, `BACKUP_DIR ${other} has backups of another service: `],
      [link, 0, undefined],
    ] as const) {
      const to = await emptyWithKeys(emptyPlace, from)
      const restored = await runCommand(['restore', backup], { place: to, environment: { BACKUP_DIR } })
      assert.equal(restored.code, 0, restored.stderr)
      if (says) assert.ok(restored.stdout.includes(says), restored.stdout)
      else assert.doesNotMatch(restored.stdout, /BACKUP_DIR/)
      const made = await runForScript(['backup'], { place: to, environment: { BACKUP_DIR } })
      assert.equal(made.code, code, JSON.stringify(made.answer))
    }
  })

  test('that is refused takes no store over', async () => {
    const [from, used] = [await place(), await place()]
    const identity = join(used.dataDir, 'blobs', 'identity')
    {
      await using server = await startServer(used)
      await signUp(server)
    }
    await runCommand(['sweep'], { place: from })
    const backup = await backUp(from)
    await cp(join(from.dataDir, 'keys'), join(used.dataDir, 'keys'), { recursive: true })
    // The store of a service that runs elsewhere, with the database of another one.
    const other = 'a'.repeat(22)
    await writeFile(identity, other)
    const { code, answer } = await runForScript(['restore', backup, '--take-over'], { place: used })
    assert.deepEqual([code, answer.code], [1, 'RESTORE_REFUSED'])
    assert.equal(await readFile(identity, 'utf8'), other)
  })

  test('refuses a backup of a later version, and the message names the version that it wants', async () => {
    const from = await place()
    await runCommand(['sweep'], { place: from })
    const backup = await backUp(from)
    await rewrite(backup, () => true, { version: '7.8.9', migrations: (names) => [...names, '9999-later'] })
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.deepEqual([code, answer.code], [1, 'RESTORE_REFUSED'])
    assert.match(String(answer.message), /restore it with version 7\.8\.9 or a later one\.$/)
  })

  test('takes the blobs from where the service keeps them, when they were not copied', async () => {
    const from = await place()
    let id = ''
    {
      await using server = await startServer(from)
      id = (await upload(server.baseUrl, Buffer.from('still here'))).id
    }
    const backup = await backUp(from)
    const to = await emptyWithKeys(emptyPlace, from)
    await cp(join(from.dataDir, 'blobs'), join(to.dataDir, 'blobs'), { recursive: true })
    const refused = await runForScript(['restore', backup], { place: to })
    assert.deepEqual([refused.code, refused.answer.code], [3, 'CONFIGURATION'])
    const { code, stderr } = await runForScript(['restore', backup, '--take-over'], { place: to })
    assert.equal(code, 0, stderr)
    await using server = await startServer(to)
    assert.equal(await (await download(server, id)).text(), 'still here')
  })
})
