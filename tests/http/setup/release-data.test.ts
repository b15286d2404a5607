import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { clientWith, goodPassword, type Person, signIn } from '#tests/support/accounts/accounts.ts'
import { appCode, signInWithCode } from '#tests/support/accounts/second-factor.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { loadPostgres } from '#tests/support/releases/dump-postgres.ts'
import { sha256 } from '#tests/support/releases/fill-release.ts'
import { findReleases, readReleaseData, unpackFolder } from '#tests/support/releases/release-data.ts'
import { shapeOf } from '#tests/support/releases/shape.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

const releases = await findReleases()

test('there is data of a release', () => assert.notEqual(releases.length, 0))

forEachDatabase('the data of every release', ({ engine, emptyPlace, open }) => {
  for (const version of releases) {
    test(`of ${version}: all of it is there and opens`, async () => {
      const { expected, files, sql: dump } = await readReleaseData(version, engine)
      const at = await emptyPlace()
      await unpackFolder(at.dataDir, files)
      if (at.url !== undefined && dump !== undefined) await loadPostgres(at.url, dump)
      await using server = await startServer({ ...at, now: expected.now })
      const { database } = server.services

      for (const [table, count] of Object.entries(expected.rows)) {
        const found = await database
          .selectFrom(sql.table(table).as('counted'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        assert.equal(Number(found.count), count, table)
      }

      const people = new Map<string, Person>()
      for (const { username, totpSecret } of expected.people) {
        if (totpSecret === undefined) people.set(username, await signIn(server, username))
        else {
          // The code of the moment in which it was made is used up.
          server.clock.advance(60_000)
          const reply = await signInWithCode(server, username, appCode(totpSecret, server.clock.now()))
          people.set(username, { ...reply, password: goodPassword, client: clientWith(server, reply.token) })
        }
      }
      const root = people.get('root')
      assert.ok(root)
      const { settings } = await root.client.call('settings')
      const operator = settings.find(({ name }) => name === 'OPERATOR_NAME')
      assert.equal(operator?.value, 'Gemeente Rotterdam')
      assert.equal((await server.client.call('config')).operator?.name, 'Gemeente Rotterdam')
      assert.equal((await root.client.call('adminSystem')).system.storage.damagedBlobs, 0)

      for (const { id, as, words, sha256: digest } of expected.transfers) {
        const { client } = (as !== undefined && people.get(as)) || server
        const { url } = await client.call('downloadTicket', { params: { id }, body: words })
        const response = await fetch(server.baseUrl + url)
        assert.equal(response.status, 200, id)
        const bytes = Buffer.from(await response.arrayBuffer())
        if (digest !== undefined) assert.equal(sha256(bytes), digest)
        else assert.ok(bytes.length > 0)
      }

      const { files: own } = await clientWith(server, expected.apiKey).call('ownFiles', { query: {} })
      assert.ok(own.length > 0)
      const { manageToken, linkId } = expected.managed
      const session = await server.client.call('manageSession', { body: { id: linkId, token: manageToken } })
      assert.ok(session.success)

      await sendAndAdd(server)
      assert.deepEqual(await shapeOf(database, engine), await shapeOf((await open()).database, engine))

      await server.sweep()
      server.clock.advance(100 * 24 * 60 * 60_000)
      await server.sweep()
      const left = await database.selectFrom('transfers').select('id').where('state', '=', 'ready').execute()
      assert.deepEqual(left, [])
    })
  }
})

/** Sends a transfer, and adds a file to it. */
async function sendAndAdd(server: TestServer): Promise<void> {
  const { ref, headers } = await sendTransfer(server, Buffer.from('one'))
  const body = new FormData()
  body.append('file', new Blob(['two']), 'two.txt')
  const added = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, { method: 'POST', body, headers })
  assert.equal(added.status, 201, await added.text())
}
