import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import {
  assertCame,
  assertImportsOnce,
  countTransfers,
  importFrom,
} from '#tests/support/samples/imports/check-import.ts'
import { makeErugo } from '#tests/support/samples/imports/erugo/folder.ts'
import { fillErugo } from '#tests/support/samples/imports/erugo/shares.ts'
import { assertSurvivesKills } from '#tests/support/samples/imports/kill-import.ts'
import { startServer } from '#tests/support/server/server.ts'

const environment = { RATE_LIMITS: 'off' }
const bytes = Buffer.from('what is sent')

for (const version of ['early', 'late'] as const)
  forEachDatabase(`200 shares of Erugo, ${version}`, ({ place }) => {
    test('come once, as they are, while the service runs', async () => {
      await using erugo = await makeErugo(version)
      const shares = await fillErugo(erugo, version)
      assert.equal(shares.length, 200)
      const at = await place()
      await using server = await startServer({ ...at, environment })
      await assertImportsOnce(server, {
        place: at,
        source: 'erugo',
        folder: erugo.folder,
        shares,
        people: [2, 1],
        requests: version === 'late' ? [1, 3] : [0, 0],
      })
      const { database } = server.services
      const people = await database.selectFrom('users').select('username').orderBy('username').execute()
      assert.deepEqual(
        people.map(({ username }) => username),
        ['Ada-Lovelace', 'lovelace'],
      )
      const requests = await database
        .selectFrom('requests')
        .select(['title', 'instructions', 'uploads_limit'])
        .execute()
      const open = { title: 'Files from Bob', instructions: 'The contract, please', uploads_limit: 1 }
      assert.deepEqual(requests, version === 'late' ? [open] : [])
    })
  })

onSqlite('an import from Erugo', ({ place }) => {
  test('that is killed again and again brings everything once', async () => {
    await using erugo = await makeErugo()
    const shares = await fillErugo(erugo, 'late')
    const at = await place()
    await using server = await startServer({ ...at, environment })
    await assertSurvivesKills(server, at, { source: 'erugo', folder: erugo.folder, shares })
  })

  test('leaves to the person who invited what a guest sent', async () => {
    await using erugo = await makeErugo()
    const ada = erugo.addUser('ada', 'ada@example.org')
    const invite = erugo.addInvite(ada)
    const one = { name: 'a.txt', bytes }
    const columns = { public: 0, invite_id: invite }
    await erugo.addShare({ id: 'sent', files: [one], columns }, null)
    // The invitation is gone, and with it who may open what came by it.
    await erugo.addShare({ id: 'lost', files: [one], columns: { public: 0, invite_id: 77 } }, null)
    erugo.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const { answer } = await importFrom(at, 'erugo', erugo.folder)
    assert.deepEqual(answer.transfers, { imported: 1, before: 0, refused: 1 })
    assert.match(JSON.stringify(answer.notes), /lost.*--owner can name another/)
    const owners = () =>
      server.services.database
        .selectFrom('transfers')
        .innerJoin('users', 'users.id', 'transfers.owner_id')
        .select('users.username')
        .orderBy('users.username')
        .execute()
    assert.deepEqual(await owners(), [{ username: 'ada' }])
    const root = { username: 'root', email: 'root@example.org', password: null }
    await createUser(server.services, root)
    const again = await importFrom(at, 'erugo', erugo.folder, '--owner', 'root')
    assert.deepEqual(again.answer.transfers, { imported: 1, before: 1, refused: 0 })
    assert.deepEqual(await owners(), [{ username: 'ada' }, { username: 'root' }])
    for (const id of ['sent', 'lost'])
      await assertCame(server, {
        id,
        paths: [`/shares/${id}`],
        expected: { files: [one], hasNoOldLink: true },
      })
  })

  test('takes what two of them have, though both number from 1', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    for (const [name, created_at] of [
      ['ada', '2025-05-01 08:00:00'],
      ['bob', '2025-06-01 08:00:00'],
    ] as const) {
      await using erugo = await makeErugo()
      const user = erugo.addUser(name, `${name}@example.org`, { created_at })
      await erugo.addShare({ id: `of-${name}`, files: [{ name: 'a.txt', bytes }] }, user)
      erugo.database.close()
      const { answer } = await importFrom(at, 'erugo', erugo.folder)
      assert.deepEqual(answer.people, { imported: 1, before: 0, refused: 0 })
      assert.deepEqual(answer.transfers, { imported: 1, before: 0, refused: 0 })
    }
    assert.equal(await countTransfers(server), 2)
  })

  test('reads nothing outside of the folder, and nothing behind links', async () => {
    await using erugo = await makeErugo()
    const ada = erugo.addUser('ada', 'ada@example.org')
    await erugo.addShare({ id: 'good', files: [{ name: 'a.txt', bytes }] }, ada)
    await writeFile(join(erugo.folder, 'secret'), bytes)
    const paths = ['../..', '../../../../../../../etc', '/etc', '', 'x/./y', '/storage/app/shares/../..']
    for (const [index, path] of paths.entries())
      await erugo.addShare(
        { id: `path-${index}`, files: [{ name: 'secret', bytes, missing: true }], columns: { path } },
        ada,
      )
    for (const [index, stored] of ['../secret', '../../../../secret', '..', ''].entries())
      await erugo.addShare(
        { id: `name-${index}`, files: [{ name: 'a.txt', stored, bytes, missing: true }] },
        ada,
      )
    const shares = join(erugo.folder, 'app/shares/1')
    await mkdir(join(shares, 'link'), { recursive: true })
    await symlink('../../../../secret', join(shares, 'link/a.txt'))
    await erugo.addShare({ id: 'link', files: [{ name: 'a.txt', bytes, missing: true }] }, ada)
    await erugo.addShare({ id: 'zip', files: [{ name: 'a.txt', bytes }], kept: 'zip' }, ada)
    await rename(join(shares, 'zip.zip'), join(shares, 'elsewhere.zip'))
    await symlink('elsewhere.zip', join(shares, 'zip.zip'))
    erugo.database.close()
    const { code, answer } = await importFrom(await place(), 'erugo', erugo.folder)
    assert.deepEqual([code, answer.transfers], [4, { imported: 1, before: 0, refused: 12 }])
    const notes = JSON.stringify(answer.notes)
    for (const sentence of [/leads out of the folder/, /symbolic link/]) assert.match(notes, sentence)
  })

  test('takes no more out of an archive than the database says', async () => {
    await using erugo = await makeErugo()
    const ada = erugo.addUser('ada', 'ada@example.org')
    const zeros = { name: 'a.txt', bytes: Buffer.alloc(1_000_000), size: 100 }
    const two = { name: 'b.txt', bytes: randomBytes(100) }
    // The directory agrees with the database, and what is packed does not.
    const lie = (zip: Buffer) => {
      const entry = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
      zip.writeUInt32LE(100, entry + 24)
      return zip
    }
    await erugo.addShare({ id: 'bomb', files: [zeros, two], spoil: lie }, ada)
    erugo.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const { code, answer } = await importFrom(at, 'erugo', erugo.folder)
    assert.deepEqual([code, answer.transfers], [4, { imported: 0, before: 0, refused: 1 }])
    assert.match(JSON.stringify(answer.notes), /archive is damaged/)
    assert.equal(await countTransfers(server), 0)
  })

  test('is refused where a database is missing or of another program, and where a record of a file is unreadable', async () => {
    await using erugo = await makeErugo()
    const at = await place()
    const problem = async (folder = erugo.folder) =>
      String((await importFrom(at, 'erugo', folder)).answer.problem)
    assert.match(await problem(at.dataDir), /no app\/private\/database\.sqlite.*MySQL or PostgreSQL/)
    const ada = erugo.addUser('ada', 'ada@example.org')
    await erugo.addShare({ id: 'good', files: [{ name: 'a.txt', bytes }] }, ada)
    const share = erugo.database.prepare('select id from shares').get()?.id ?? null
    erugo.add('files', { share_id: share, name: 'b.txt', size: 'many', type: '' })
    assert.match(await problem(), /Record 2 of the table files cannot be read/)
    erugo.database.exec('drop table files')
    assert.match(await problem(), /no table files: it is a database of another program/)
    erugo.database.close()
    await rm(erugo.path)
    assert.match(await problem(), /Name the folder that Erugo has/)
  })

  test('refuses a password that is kept in an unknown way', async () => {
    await using erugo = await makeErugo()
    const ada = erugo.addUser('ada', 'ada@example.org')
    const columns = { password: '$2y$31$abcdefghijklmnopqrstuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu' }
    await erugo.addShare({ id: 'odd', files: [{ name: 'a.txt', bytes }], columns }, ada)
    erugo.database.close()
    const { answer } = await importFrom(await place(), 'erugo', erugo.folder)
    assert.deepEqual(answer.transfers, { imported: 0, before: 0, refused: 1 })
    assert.match(JSON.stringify(answer.notes), /in an unknown way/)
  })
})
