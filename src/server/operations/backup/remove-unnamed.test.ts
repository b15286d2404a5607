import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { backupFolder, backupName, layout } from './backup-layout.ts'
import { removeOldBackups } from './backups.ts'
import { removeUnnamed } from './remove-unnamed.ts'

const lost = AbortSignal.abort(new Error('the lock was lost'))
const held = new AbortController().signal

test('a copy that no backup names, and a backup that was never finished, go only while the lock is held', async () => {
  await using server = await startServer()
  const { services } = server
  const folder = backupFolder(services.config)
  const copy = join(folder, layout.blobsFolder, 'ab', 'ab01')
  const unfinished = join(folder, backupName(services.clock.now()))
  await mkdir(dirname(copy), { recursive: true })
  await writeFile(copy, 'a copy')
  await mkdir(unfinished)
  await assert.rejects(removeUnnamed(services, lost), /lock was lost/)
  assert.deepEqual(await readdir(dirname(copy)), ['ab01'])
  await assert.rejects(removeOldBackups(services, 'none', 1, lost), /lock was lost/)
  assert.deepEqual(await readdir(unfinished), [])
  await removeUnnamed(services, held)
  await removeOldBackups(services, 'none', 1, held)
  assert.deepEqual(await readdir(dirname(copy)), [])
  await assert.rejects(readdir(unfinished), { code: 'ENOENT' })
})
