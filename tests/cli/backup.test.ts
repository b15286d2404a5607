import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { layout, type Manifest, manifest } from '#server/backup/backup-layout.ts'
import { backupLease } from '#server/backup/list-backups.ts'
import { forgetDayKeys } from '#server/backup/mirror-day-keys.ts'
import { releaseLease } from '#server/leases/release-lease.ts'
import { takeLease } from '#server/leases/take-lease.ts'
import { signIn, signUp, signUpAdmin } from '#tests/support/accounts.ts'
import {
  createPostgresDatabase,
  type DatabasePlace,
  type DatabaseSupport,
  forEachDatabase,
} from '#tests/support/databases.ts'
import { runCommand, runForScript } from '#tests/support/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { codeOf, upload } from '#tests/support/transfers.ts'

const DAY = 24 * 60 * 60_000
const noLimits = { RATE_LIMITS: 'off' }

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function download({ baseUrl }: TestServer, id: string, query = ''): Promise<Response> {
  return fetch(`${baseUrl}/api/download/${id}/file${query}`)
}

/** Makes a backup as operators do; the folder of it. */
async function backUp(at: DatabasePlace, ...options: string[]): Promise<string> {
  const { code, answer, stderr } = await runForScript(['backup', ...options], { place: at })
  assert.equal(code, 0, stderr + JSON.stringify(answer))
  const [name = ''] = (await readdir(join(at.dataDir, 'backups')))
    .filter((entry) => entry.startsWith('2'))
    .toSorted()
    .toReversed()
  return join(at.dataDir, 'backups', name)
}

/** Makes a backup into what another version would have made: with some of its lines, and the steps of that version. */
async function rewrite(
  backup: string,
  keepsLine: (line: string) => boolean,
  { version, migrations }: { version: string; migrations: (names: string[]) => string[] },
): Promise<void> {
  const [manifestPath, tablesPath] = [join(backup, layout.manifest), join(backup, layout.tables)]
  const lines = gunzipSync(await readFile(tablesPath))
    .toString()
    .split('\n')
    .slice(0, -1)
  const kept = lines.filter(keepsLine)
  const tables = gzipSync(kept.map((line) => `${line}\n`).join(''))
  await writeFile(tablesPath, tables)
  const made = manifest.parse(JSON.parse(await readFile(manifestPath, 'utf8')))
  const left = lines.filter((line) => !keepsLine(line)).map((line) => line.split('"')[1])
  const rows = Object.entries(made.tables.rows).filter(([name]) => !left.includes(name))
  const changed: Manifest = {
    ...made,
    version,
    migrations: migrations(made.migrations),
    tables: { sha256: sha256(tables), rows: Object.fromEntries(rows) },
  }
  await writeFile(manifestPath, JSON.stringify(changed))
}

/** An empty service that has the master keys of another. */
async function emptyWithKeys(
  place: DatabaseSupport['emptyPlace'],
  from: DatabasePlace,
): Promise<DatabasePlace> {
  const at = await place()
  await mkdir(join(at.dataDir, 'keys'), { mode: 0o700 })
  await copyFile(join(from.dataDir, 'keys', 'master-keys'), join(at.dataDir, 'keys', 'master-keys'))
  return at
}

forEachDatabase('a backup', ({ engine, place, emptyPlace }) => {
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
        .updateTable('files')
        .set({ expires_at: 1 })
        .where('id', '=', expired)
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
    const rows = await database.selectFrom('files').select('id').where('ended_at', 'is', null).execute()
    assert.equal(rows.length, restored.answer.files)
    assert.ok(rows.length >= 3)
    for (const { id } of rows) {
      const needed = await database
        .selectFrom('files')
        .select('password_protected')
        .where('id', '=', id)
        .executeTakeFirst()
      const answer = await download(server, id, needed?.password_protected ? '?password=secret+words' : '')
      assert.equal(answer.status, 200)
      assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sent.get(id))
    }
    assert.equal(await codeOf(await download(server, expired), 410), 'FILE_EXPIRED')
    await assert.rejects(signUp(server), { code: 'USERNAME_TAKEN' })
  })

  test('holds no key: once the day of a file is over nobody opens it, not even with the clock turned back', async () => {
    const from = await place()
    let id = ''
    let backup = ''
    {
      await using server = await startServer(from)
      id = (await upload(server.baseUrl, randomBytes(1000))).id
      backup = await backUp(from, '--blobs')
      const keys = join(from.dataDir, 'backups', 'keys')
      assert.equal((await readdir(keys)).length, 1)
      const { sealed } = await server.services.database
        .selectFrom('day_keys')
        .select('sealed')
        .executeTakeFirstOrThrow()
      for (const name of await readdir(backup)) {
        const bytes = await readFile(join(backup, name))
        assert.ok(
          !bytes.includes(Buffer.from(sealed)) && !bytes.includes(Buffer.from(sealed).toString('base64')),
        )
      }
      server.clock.advance(3 * DAY)
      await server.sweep()
      await forgetDayKeys(server.services)
      assert.deepEqual(await readdir(keys), [])
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr)
    assert.partialDeepStrictEqual(answer, { files: 0, ended: 1, proved: null })
    await using server = await startServer(to)
    assert.equal(await codeOf(await download(server, id), 410), 'FILE_DELETED')
  })

  test('keeps its keys beside a new service, until that was restored from it', async () => {
    const from = await place()
    let id = ''
    {
      await using server = await startServer(from)
      id = (await upload(server.baseUrl, Buffer.from('still here'))).id
    }
    const backup = await backUp(from, '--blobs')
    const folder = join(backup, '..')
    const environment = { BACKUP_DIR: folder }
    const keys = await readdir(join(folder, 'keys'))
    assert.equal(keys.length, 1)
    const to = await emptyWithKeys(emptyPlace, from)
    {
      await using server = await startServer({ ...to, environment })
      await forgetDayKeys(server.services)
    }
    const early = await runForScript(['backup'], { place: to, environment })
    assert.deepEqual([early.code, early.answer.code], [1, 'BACKUP_FOLDER_TAKEN'])
    assert.deepEqual(await readdir(join(folder, 'keys')), keys)

    assert.equal((await runForScript(['restore', backup], { place: to, environment })).code, 0)
    assert.equal((await runForScript(['backup'], { place: to, environment })).code, 0)
    assert.equal((await runForScript(['backup'], { place: from })).answer.code, 'BACKUP_FOLDER_TAKEN')
    await using server = await startServer({ ...to, environment })
    assert.equal(await (await download(server, id)).text(), 'still here')
    server.clock.advance(3 * DAY)
    await server.sweep()
    await forgetDayKeys(server.services)
    assert.deepEqual(await readdir(join(folder, 'keys')), [])
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
    const from = await place()
    let id = ''
    {
      await using server = await startServer(from)
      await signUp(server)
      id = (await upload(server.baseUrl, Buffer.from('from long ago'))).id
    }
    const backup = await backUp(from, '--blobs')
    await rewrite(backup, (line) => !line.startsWith('["audit_log"'), {
      version: '0.0.9',
      migrations: (names) => names.filter((name) => name !== '0007-operations'),
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
    assert.partialDeepStrictEqual(answer, { version: '0.0.9', users: 1, files: 1, proved: id })
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

  test('of a later version is refused, and the message names the version that it wants', async () => {
    const from = await place()
    await runCommand(['sweep'], { place: from })
    const backup = await backUp(from)
    await rewrite(backup, () => true, { version: '7.8.9', migrations: (names) => [...names, '9999-later'] })
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.deepEqual([code, answer.code], [1, 'RESTORE_REFUSED'])
    assert.match(String(answer.message), /restore it with version 7\.8\.9 or a later one\.$/)
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
    const rows = await server.services.database.selectFrom('files').select(['id', 'ended_as']).execute()
    for (const { id, ended_as } of rows) {
      assert.equal((await download(server, id)).status, ended_as === null ? 200 : 410)
    }
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
    const { code, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr)
    await using server = await startServer(to)
    assert.equal(await (await download(server, id)).text(), 'still here')
  })

  test('replaces older ones, as many as there are to be, and the blobs that only those name', async () => {
    const at = await place()
    const folder = join(at.dataDir, 'backups')
    const keep = async (number: string) => {
      const { code, answer } = await runForScript(['backup', '--blobs', '--keep', number], { place: at })
      return code === 0 ? 'done' : answer.code
    }
    const count = async () => (await readdir(folder)).filter((name) => name.startsWith('2')).length
    const blobs = async () =>
      (await readdir(join(folder, 'blobs'), { recursive: true })).filter((name) => name.includes('/')).length
    await using server = await startServer(at)
    await upload(server.baseUrl, randomBytes(1000))
    for (const there of [1, 2, 2]) {
      assert.equal(await keep('2'), 'done')
      assert.equal(await count(), there)
    }
    await server.services.database.updateTable('files').set({ expires_at: 1 }).execute()
    await mkdir(join(folder, '2026-01-01T00-00-00-000Z'))
    assert.equal(await keep('1'), 'done')
    assert.deepEqual([await count(), await blobs()], [1, 1])
    assert.equal(await keep('1'), 'done')
    assert.deepEqual([await count(), await blobs()], [1, 0])
    for (const number of ['0', '1.5', 'all']) assert.equal(await keep(number), 'USAGE')
  })

  test('that cannot be written says in one line where', async () => {
    const { code, stderr } = await runCommand(['backup'], {
      place: await place(),
      environment: { BACKUP_DIR: '/dev/null/backups' },
    })
    assert.equal(code, 1)
    assert.match(stderr, /^E[A-Z]+: .*'\/dev\/null\/backups.*\n$/)
  })

  if (engine === 'sqlite') {
    test('moves a service from SQLite to PostgreSQL', async () => {
      const from = await place()
      let id = ''
      {
        await using server = await startServer(from)
        await signUp(server)
        id = (await upload(server.baseUrl, Buffer.from('moved'))).id
      }
      const backup = await backUp(from, '--blobs')
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

  test('is made, listed and recorded from the admin area, one at a time', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await upload(server.baseUrl, randomBytes(1000))
    assert.deepEqual((await admin.client.call('backups')).backups, [])
    // Another instance is at it.
    assert.ok(await takeLease(server.services, backupLease, 'another instance', 60_000))
    await assert.rejects(admin.client.call('createBackup'), { code: 'BACKUP_RUNNING' })
    assert.deepEqual((await admin.client.call('backups')).backups, [])
    await releaseLease(server.services, backupLease, 'another instance')
    const { backup } = await admin.client.call('createBackup')
    assert.partialDeepStrictEqual(backup, { state: 'complete', files: 1, blobs: 1 })
    assert.ok(backup.size > 500)
    assert.deepEqual((await admin.client.call('backups')).backups, [backup])
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act, actor, subject }) => [act, actor?.name, subject?.name]),
      [['service.backup-made', 'root', backup.name]],
    )
    await assert.rejects(ada.client.call('createBackup'), { code: 'FORBIDDEN' })
    await assert.rejects(ada.client.call('backups'), { code: 'FORBIDDEN' })
  })
})
