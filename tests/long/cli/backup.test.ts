import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import * as z from 'zod'
import { forgetDayKeys } from '#server/operations/backup/backup-day-keys.ts'
import { layout } from '#server/operations/backup/backup-layout.ts'
import { backupLease } from '#server/operations/backup/backups.ts'
import { acquireLock } from '#server/platform/locks/locks.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { type DatabasePlace, forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { backUp, download, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000

forEachDatabase('a backup', ({ place, emptyPlace }) => {
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
    // Nor does it take keys for its own that nothing says the owner of.
    for (const removeOwner of [async () => {}, () => rm(join(folder, layout.service))]) {
      await removeOwner()
      const early = await runForScript(['backup'], { place: to, environment })
      assert.deepEqual([early.code, early.answer.code], [1, 'BACKUP_FOLDER_TAKEN'])
      assert.deepEqual(await readdir(join(folder, 'keys')), keys)
    }

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

  test('is made, listed and recorded from the admin area, one at a time', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await upload(server.baseUrl, randomBytes(1000))
    assert.deepEqual((await admin.client.call('backups')).backups, [])
    // Another instance is at it.
    const lock = await acquireLock(server.services, backupLease)
    await assert.rejects(admin.client.call('createBackup'), { code: 'BACKUP_RUNNING' })
    assert.deepEqual((await admin.client.call('backups')).backups, [])
    await lock?.release()
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

onSqlite('a backup, whatever the database', ({ place, emptyPlace }) => {
  test('that cannot be written says in one line where', async () => {
    const { code, stderr } = await runCommand(['backup'], {
      place: await place(),
      environment: { BACKUP_DIR: '/dev/null/backups' },
    })
    assert.equal(code, 3)
    assert.equal(stderr, 'BACKUP_DIR /dev/null/backups cannot be used: /dev/null is a file, not a folder.\n')
  })

  test('waits until a large database has been looked through, and finds it sound', async () => {
    const at = await place()
    const connection = new DatabaseSync(join(at.dataDir, 'restante.sqlite'))
    connection.exec('create table padding (bytes blob); insert into padding values (zeroblob(200000000))')
    connection.close()
    const { code, answer } = await runForScript(['backup'], { place: at })
    assert.deepEqual([code, answer.isDatabaseSound], [0, true])
  })

  test('goes on when a blob is lost, marks it, and has no copy of it', async () => {
    const at = await place()
    await using server = await startServer(at)
    for (const size of [100_000, 100_001, 100_002]) await upload(server.baseUrl, randomBytes(size))
    const stored = await server.services.database.selectFrom('blobs').select('id').execute()
    const [lost = '', ...others] = stored.map(({ id }) => id)
    await rm(storedFile(at.dataDir, lost))
    const { code, answer } = await runForScript(['backup', '--blobs'], { place: at })
    assert.equal(code, 4)
    assert.partialDeepStrictEqual(answer, { damaged: [lost], backup: { state: 'complete', blobs: 2 } })
    assert.deepEqual(await copiesIn(at), others.toSorted())
  })

  test('removes no copy while one of the lists is not what it was', async () => {
    const at = await place()
    await using server = await startServer(at)
    for (const size of [100_000, 100_001]) await upload(server.baseUrl, randomBytes(size))
    const altered = await backUp(at, '--blobs')
    await writeFile(join(altered, layout.blobs), '')
    await server.services.database.updateTable('transfers').set({ expires_at: 1 }).execute()
    const { code, answer } = await runForScript(['backup', '--blobs'], { place: at })
    const file = join(basename(altered), layout.blobs)
    assert.deepEqual([code, answer.damagedFiles], [4, [{ file, isMended: false }]])
    assert.equal((await copiesIn(at)).length, 2)
    await rm(altered, { recursive: true })
    await backUp(at, '--blobs')
    assert.deepEqual(await copiesIn(at), [])
  })

  test('replaces older ones, as many as there are to be, and the blobs that only those name', async () => {
    const at = await place()
    const folder = join(at.dataDir, 'backups')
    const keep = async (number: string) => {
      const { code, answer } = await runForScript(['backup', '--blobs', '--keep', number], { place: at })
      return code === 0 ? 'done' : answer.code
    }
    const count = async () => (await readdir(folder)).filter((name) => name.startsWith('2')).length
    const blobs = async () => (await copiesIn(at)).length
    await using server = await startServer(at)
    await upload(server.baseUrl, randomBytes(1000))
    for (const there of [1, 2, 2]) {
      assert.equal(await keep('2'), 'done')
      assert.equal(await count(), there)
    }
    await server.services.database.updateTable('transfers').set({ expires_at: 1 }).execute()
    await mkdir(join(folder, '2026-01-01T00-00-00-000Z'))
    assert.equal(await keep('2'), 'done')
    assert.deepEqual([await count(), await blobs()], [2, 1])
    assert.equal(await keep('1'), 'done')
    assert.deepEqual([await count(), await blobs()], [1, 0])
    for (const number of ['0', '1.5', 'all']) assert.equal(await keep(number), 'USAGE')
  })

  for (const [what, spoil] of [
    ['is damaged', (path: string) => writeFile(path, '{"format": 1, "vers')],
    ['is of a later format', (path: string) => writeFile(path, JSON.stringify({ format: 2 }))],
    [
      'cannot be read',
      async (path: string) => {
        await rm(path)
        await mkdir(path)
      },
    ],
  ] as const) {
    test(`stays, and so do its blobs, where its manifest ${what}`, async () => {
      const at = await place()
      await using server = await startServer(at)
      const admin = await signUpAdmin(server)
      await upload(server.baseUrl, randomBytes(1000))
      const doubtful = await backUp(at, '--blobs')
      await spoil(join(doubtful, layout.manifest))
      await server.services.database.updateTable('transfers').set({ expires_at: 1 }).execute()
      await mkdir(join(doubtful, '..', '2026-01-01T00-00-00-000Z'))
      for (const _ of [1, 2]) {
        const { code, answer } = await runForScript(['backup', '--blobs', '--keep', '1'], { place: at })
        assert.equal(code, 0, JSON.stringify(answer))
        const { backups } = await admin.client.call('backups')
        assert.deepEqual(
          backups.map(({ state }) => state),
          ['complete', 'unreadable'],
        )
        assert.equal(backups[1]?.name, basename(doubtful))
      }
      assert.equal((await copiesIn(at)).length, 1)
      const restored = await runCommand(['restore', doubtful], { place: await emptyWithKeys(emptyPlace, at) })
      assert.deepEqual(
        [restored.code, restored.stderr],
        [
          4,
          `${basename(doubtful)} cannot be restored: its manifest cannot be read, is damaged or is of a later version.\n`,
        ],
      )
    })
  }

  test('stays, whatever the times of older ones, which a clock that was ahead has named', async () => {
    const at = await place()
    const ahead = await backUp(at)
    for (const day of ['01', '02'])
      await cp(ahead, join(ahead, '..', `2100-01-${day}T00-00-00-000Z`), { recursive: true })
    await rm(ahead, { recursive: true })
    for (const others of [['2100-01-02T00-00-00-000Z'], []]) {
      const { code, answer } = await runForScript(['backup', '--keep', `${others.length + 1}`], { place: at })
      assert.equal(code, 0, JSON.stringify(answer))
      const { name } = z.object({ name: z.string() }).parse(answer.backup)
      const left = (await readdir(join(ahead, '..'))).filter((entry) => entry.startsWith('2'))
      assert.deepEqual(left.toSorted(), [name, ...others])
    }
  })
})

/** Ids of the blobs that lie beside the backups, in order. */
async function copiesIn({ dataDir }: DatabasePlace): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'backups', 'blobs'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}
