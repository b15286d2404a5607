import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import {
  assertCame,
  assertImportsOnce,
  type ExpectedShare,
  importFrom,
} from '#tests/support/samples/imports/check-import.ts'
import { makeGokapi } from '#tests/support/samples/imports/gokapi/folder.ts'
import { assertSurvivesKills } from '#tests/support/samples/imports/kill-import.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const environment = { RATE_LIMITS: 'off' }

/** Someone who was here before, and owns what is of nobody else. */
function addOwner({ services }: TestServer) {
  const user = { username: 'root', email: 'root@example.org', password: null }
  return createUser(services, { ...user, storageLimit: 2 ** 40 })
}

for (const version of ['early', 'late'] as const)
  forEachDatabase(`200 files of Gokapi, ${version}`, ({ place }) => {
    test('come once, as they are, while the service runs', async () => {
      await using gokapi = await makeGokapi(version)
      const isLate = version === 'late'
      if (isLate) {
        const user = { Password: '', Permissions: 0 }
        gokapi.insert('Users', { Id: 7, Name: 'ada@example.org', Userlevel: 0, ...user })
        gokapi.insert('Users', { Id: 8, Name: 'admin', Userlevel: 1, ...user })
        const request = { name: 'Twelve documents', userid: 7, maxFiles: 3, maxSize: 10, creation: 1 }
        gokapi.insert('UploadRequests', { ...request, id: 'open', expiry: 0 })
        gokapi.insert('UploadRequests', { ...request, id: 'over', expiry: 1 })
      }
      const shares: ExpectedShare[] = []
      for (let n = 0; n < 10; n += 1) shares.push(...(await gokapi.addRound(n)))
      assert.equal(shares.length, 200)
      gokapi.database.close()
      const at = await place()
      await using server = await startServer({ ...at, environment })
      await addOwner(server)
      await assertImportsOnce(server, {
        place: at,
        source: 'gokapi',
        folder: gokapi.folder,
        options: ['--owner', 'root'],
        shares,
        people: isLate ? [1, 1] : [0, 0],
        requests: isLate ? [1, 1] : [0, 0],
      })
      const owners = await server.services.database
        .selectFrom('transfers')
        .innerJoin('users', 'users.id', 'transfers.owner_id')
        .select('users.username')
        .distinct()
        .execute()
      assert.deepEqual(owners, [{ username: isLate ? 'ada' : 'root' }])
    })
  })

onSqlite('an import from Gokapi', ({ place }) => {
  test('brings what has no owner here only to an account that is named', async () => {
    await using gokapi = await makeGokapi('early')
    const share = await gokapi.add('plain', {})
    gokapi.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const { answer, code } = await importFrom(at, 'gokapi', gokapi.folder)
    assert.deepEqual([code, answer.transfers], [0, { imported: 0, before: 0, refused: 1 }])
    assert.match(JSON.stringify(answer.notes), /--owner/)
    const wrong = await importFrom(at, 'gokapi', gokapi.folder, '--owner', 'root')
    assert.deepEqual([wrong.code, wrong.answer.problem], [1, '--owner names no account that is in use.'])
    await addOwner(server)
    await importFrom(at, 'gokapi', gokapi.folder, '--owner', 'Root')
    await assertCame(server, share)
  })

  test('that is killed again and again brings everything once', async () => {
    await using gokapi = await makeGokapi('early')
    const shares: ExpectedShare[] = []
    for (let n = 0; n < 10; n += 1) shares.push(...(await gokapi.addRound(n)))
    gokapi.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    await addOwner(server)
    const options = ['--owner', 'root']
    await assertSurvivesKills(server, at, { source: 'gokapi', folder: gokapi.folder, shares, options })
  })

  test('brings sealed files only with the key in the configuration', async () => {
    await using gokapi = await makeGokapi('early', 2)
    const plain = await gokapi.add('plain', {})
    const sealed = await gokapi.add('sealed', { sealed: true, expected: { files: [] } })
    gokapi.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    await addOwner(server)
    const { answer } = await importFrom(at, 'gokapi', gokapi.folder, '--owner', 'root')
    assert.deepEqual(answer.transfers, { imported: 1, before: 0, refused: 1 })
    assert.match(JSON.stringify(answer.notes), /Its key is not in config\/config\.json/)
    for (const share of [plain, sealed]) await assertCame(server, share)
  })

  test('leaves to the owner of a request what arrived for it', async () => {
    await using gokapi = await makeGokapi('late')
    gokapi.insert('Users', { Id: 7, Name: 'ada@example.org', Userlevel: 2, Permissions: 0 })
    const arrived = await gokapi.add('arrived', {
      columns: { UploadRequestId: 'open' },
      expected: { hasNoOldLink: true },
    })
    gokapi.database.close()
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const { answer } = await importFrom(at, 'gokapi', gokapi.folder)
    assert.deepEqual(answer.transfers, { imported: 1, before: 0, refused: 0 })
    await assertCame(server, arrived)
  })

  test('refuses a folder without its configuration, or with another', async () => {
    await using gokapi = await makeGokapi('early')
    gokapi.database.close()
    const at = await place()
    const path = join(gokapi.folder, 'config/config.json')
    const problem = async () => String((await importFrom(at, 'gokapi', gokapi.folder)).answer.problem)
    await writeFile(path, '{"Authentication": 3}')
    assert.match(await problem(), /is none of Gokapi/)
    await writeFile(path, 'half of a')
    assert.match(await problem(), /is no JSON/)
    await rm(path)
    assert.match(await problem(), /no config\/config\.json/)
    assert.match(
      String((await importFrom(at, 'gokapi', at.dataDir)).answer.problem),
      /no data\/gokapi\.sqlite/,
    )
  })
})
