import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { layout } from '#server/operations/backup/backup-layout.ts'
import { turns } from '#server/operations/backup/check/check-backups.ts'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { scrubBackups } from '#server/operations/scrub/scrub-backups.ts'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { damageBlob, storedFile } from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { backUp } from '#tests/support/server/backups.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** Below the folder of backups. */
const copyOf = (id: string) => layout.blobFile(layout.blobsFolder, id)

async function blobIds({ services }: TestServer): Promise<string[]> {
  const rows = await services.database.selectFrom('blobs').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

forEachDatabase('a copy beside the backups that has rotted', ({ place }) => {
  test('is told and copied again by the backup whose turn it is, and by a scrub of the backups at once', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const admin = await signUpAdmin(server)
    await upload(server.baseUrl, randomBytes(60_000))
    const folder = join(at.dataDir, 'backups')
    await backUp(at, '--blobs')
    const [id = ''] = await blobIds(server)
    const good = await readFile(join(folder, copyOf(id)))
    const alarms = async () => (await admin.client.call('health')).alarms

    for (const args of [['backup'], ['backup', '--blobs'], ['scrub', '--backup']]) {
      await damageBlob(join(folder, copyOf(id)))
      const { code, stdout, stderr } = await runCommand(args, { place: at })
      assert.equal(code, 4, stdout + stderr)
      assert.ok(stdout.includes(`${copyOf(id)} in BACKUP_DIR was damaged, and was copied again.`), stdout)
      assert.deepEqual(await readFile(join(folder, copyOf(id))), good)
      assert.deepEqual(await alarms(), ['damaged-backup'])
      await backUp(at)
      assert.deepEqual(await alarms(), [])
    }
  })

  test('is told by each check while its blob is damaged, too, and the backup is made all the same', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    await upload(server.baseUrl, randomBytes(60_000))
    const folder = join(at.dataDir, 'backups')
    await backUp(at, '--blobs')
    const [id = ''] = await blobIds(server)
    await rm(storedFile(at.dataDir, id))
    await damageBlob(join(folder, copyOf(id)))
    for (const args of [['backup'], ['scrub', '--backup'], ['backup']]) {
      const { code, answer, stderr } = await runForScript(args, { place: at })
      assert.equal(code, 4, stderr)
      const files = args.includes('scrub') ? answer.damaged : answer.damagedFiles
      assert.deepEqual(files, [{ file: copyOf(id), isMended: false }])
    }
    assert.equal((await readdir(folder)).filter((name) => name.startsWith('2')).length, 3)
  })
})

onSqlite('what lies beside the backups', ({ place }) => {
  test('has all been read after thirty backups, a thirtieth by each, and damage is found once', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const { services } = server
    for (let sent = 0; sent < turns + 3; sent += 1) await upload(server.baseUrl, randomBytes(10))
    const make = (now: number) =>
      createBackup({ ...services, clock: { now: () => now } }, {}, { withBlobs: true, keep: 2 })
    let now = services.clock.now()
    await make(now)
    const ids = await blobIds(server)
    assert.equal(ids.length, turns + 3)
    const folder = join(at.dataDir, 'backups')
    for (const id of ids) await damageBlob(join(folder, copyOf(id)))
    const told: string[][] = []
    for (let made = 0; made < turns; made += 1) {
      now += 1000
      told.push((await make(now)).damagedFiles.map(({ file }) => file))
    }
    assert.deepEqual(
      told.map((files) => files.length > 2),
      told.map(() => false),
    )
    // The first backup has read the two of its turn before they were damaged: they are last.
    assert.deepEqual(told.flat().toSorted(), ids.map(copyOf).toSorted())
    assert.deepEqual((await scrubBackups(services)).damaged, [])
  })

  test('is damaged where the tables of an earlier backup are', async () => {
    const at = await place()
    await using server = await startServer(at)
    await upload(server.baseUrl, randomBytes(10))
    const earlier = await backUp(at)
    await backUp(at)
    assert.equal((await runForScript(['scrub', '--backup'], { place: at })).code, 0)
    await damageBlob(join(earlier, layout.tables))
    const tables = [{ file: join(basename(earlier), layout.tables), isMended: false }]
    const scrubbed = await runForScript(['scrub', '--backup'], { place: at })
    assert.deepEqual([scrubbed.code, scrubbed.answer.damaged], [4, tables])
    const made = await runForScript(['backup'], { place: at })
    assert.deepEqual([made.code, made.answer.damagedFiles], [4, tables])
    await rm(earlier, { recursive: true })
    assert.equal((await runForScript(['scrub', '--backup'], { place: at })).code, 0)
    assert.equal((await runForScript(['backup'], { place: at })).code, 0)
  })
})
