import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { layout } from '#server/operations/backup/backup-layout.ts'
import { blobFiles, damageBlob } from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { backUp, download, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const password = 'secret words'

/** Turns the first digit of the first checksum of a list into another one. */
async function changeChecksum(list: string): Promise<void> {
  const text = await readFile(list, 'utf8')
  await writeFile(
    list,
    text.replace(/("sha256":")(.)/, (_, before, digit) => `${before}${digit === '0' ? '1' : '0'}`),
  )
}

forEachDatabase('blobs that were bad before their first backup', ({ place, emptyPlace }) => {
  test('stay marked, and a restore counts their transfers as lost', async () => {
    const from = await place()
    let id = ''
    let backup = ''
    {
      await using server = await startServer({ ...from, environment: keepInStore })
      id = (await upload(server.baseUrl, randomBytes(1000), { password })).id
      for (const file of await blobFiles(from.dataDir)) await damageBlob(file)
      const answer = await download(server, id, '?password=secret+words')
      assert.equal(await codeOf(answer, 500), 'FILE_DAMAGED')
      await upload(server.baseUrl, randomBytes(1000), { password })
      for (const _ of [1, 2]) {
        const { code, answer } = await runForScript(['backup', '--blobs'], { place: from })
        assert.equal(code, 4)
        assert.partialDeepStrictEqual(answer, { backup: { state: 'complete', files: 2, blobs: 1 } })
      }
      const folder = join(from.dataDir, 'backups')
      const names = (await readdir(folder)).filter((name) => name.startsWith('2')).toSorted()
      backup = join(folder, names.at(-1) ?? '')
      const scrubbed = await runForScript(['scrub'], { place: from })
      assert.deepEqual([scrubbed.code, scrubbed.answer.cleared], [4, 0])
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 4, JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { success: false, files: 1, ended: 0, missing: 1, damaged: 0 })
  })

  test('do not end a restore when the proof meets one: its transfer is counted, and the next one is opened', async () => {
    const from = await place()
    let backup = ''
    let good = ''
    {
      await using server = await startServer({ ...from, environment: keepInStore })
      await upload(server.baseUrl, randomBytes(10))
      for (const file of await blobFiles(from.dataDir)) await damageBlob(file)
      good = (await upload(server.baseUrl, Buffer.from('the larger one is whole'))).id
      backup = await backUp(from, '--blobs')
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 4, stderr + JSON.stringify(answer))
    assert.partialDeepStrictEqual(answer, { files: 1, ended: 0, missing: 0, damaged: 1 })
    assert.match(String(answer.proved), /^[\w-]{22}$/)
    await using server = await startServer(to)
    assert.equal(await (await download(server, good)).text(), 'the larger one is whole')
  })
})

onSqlite('a damaged backup', ({ place, emptyPlace }) => {
  for (const [what, spoil] of [
    ['is torn', (list: string) => truncate(list, 40)],
    ['is gone', (list: string) => rm(list)],
    [
      'cannot be read',
      async (list: string) => {
        await rm(list)
        await mkdir(list)
      },
    ],
    ['has a wrong checksum', changeChecksum],
  ] as const) {
    test(`is passed over where its list ${what}: later backups and scrubs go by the one before`, async () => {
      const at = await place()
      await using server = await startServer({ ...at, environment: keepInStore })
      await upload(server.baseUrl, randomBytes(1000), { password })
      const first = await backUp(at)
      const good = await readFile(join(first, layout.blobs))
      const latest = await backUp(at)
      await spoil(join(latest, layout.blobs))
      const scrubbed = await runForScript(['scrub'], { place: at })
      assert.equal(scrubbed.code, 0, scrubbed.stderr + JSON.stringify(scrubbed.answer))
      assert.partialDeepStrictEqual(scrubbed.answer, { checked: { compared: 1 }, damaged: [] })
      const made = await runForScript(['backup'], { place: at })
      assert.deepEqual([made.code, made.answer.damaged], [4, []], made.stderr + JSON.stringify(made.answer))
      const file = join(basename(latest), layout.blobs)
      assert.deepEqual(made.answer.damagedFiles, [{ file, isMended: false }])
      assert.ok(made.stderr.includes(basename(latest)), made.stderr)
      assert.ok(!made.stderr.includes(basename(first)))

      await rm(first, { recursive: true })
      for (const name of await readdir(join(at.dataDir, 'backups')))
        if (name.startsWith('2') && name !== basename(latest))
          assert.deepEqual(await readFile(join(at.dataDir, 'backups', name, layout.blobs)), good)
    })
  }

  test('names its file that cannot be restored', async () => {
    const from = await place()
    {
      await using server = await startServer(from)
      await upload(server.baseUrl, randomBytes(1000))
    }
    const backup = await backUp(from, '--blobs')
    const to = await emptyWithKeys(emptyPlace, from)
    const keys = join(backup, '..', layout.keysFolder)
    const [key = ''] = await readdir(keys)
    const paths = [
      [join(keys, key), `keys/${key} cannot be read or is damaged.\n`],
      ...[layout.tables, layout.blobs].map((name) => [
        join(backup, name),
        `${name} is missing, cannot be read or is damaged: its checksum is not the one of the manifest.\n`,
      ]),
    ] as const
    for (const [path = '', message] of paths) {
      const bytes = await readFile(path)
      const unreadable = async () => {
        await rm(path)
        // The system answers a read of its beginning with EIO.
        await symlink('/proc/self/mem', path)
      }
      for (const spoil of [() => truncate(path, 20), unreadable]) {
        await spoil()
        const { code, stderr } = await runCommand(['restore', backup], { place: to })
        assert.deepEqual([code, stderr], [4, message])
      }
      await rm(path)
      await writeFile(path, bytes)
    }
    const { code, answer } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, JSON.stringify(answer))
  })
})
