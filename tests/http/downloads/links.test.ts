import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { askTicket, codeOf, upload } from '#tests/support/transfers/transfers.ts'

async function assertRefused(server: TestServer, id: string, status: number, code: string): Promise<void> {
  for (const response of [
    await fetch(`${server.baseUrl}/api/files/info/${id}`),
    await askTicket(server.baseUrl, id),
    await download(server, id),
  ])
    assert.equal(await codeOf(response, status), code)
}

forEachDatabase('a link', ({ place }) => {
  test('to a disabled transfer opens nothing until it is enabled again', async () => {
    await using server = await startServer(await place())
    const { id } = await upload(server.baseUrl, Buffer.from('hello'))
    const { database } = server.services
    await database.updateTable('transfers').set({ state: 'disabled', held_until: 1 }).execute()
    await assertRefused(server, id, 451, 'TRANSFER_DISABLED')
    await database.updateTable('transfers').set({ state: 'ready', held_until: null }).execute()
    assert.equal(await (await download(server, id)).text(), 'hello')
  })

  test('that was revoked opens nothing: a revoked link leaves the others of its transfer alone', async () => {
    await using server = await startServer(await place())
    const { id } = await upload(server.baseUrl, Buffer.from('hello'))
    const { database, clock } = server.services
    const main = await database.selectFrom('links').selectAll().executeTakeFirstOrThrow()
    const extra = { ...main, id: 'B'.repeat(22), kind: 'extra' as const }
    await database.insertInto('links').values(extra).execute()
    await database.updateTable('links').set({ revoked_at: clock.now() }).where('id', '=', id).execute()
    await assertRefused(server, id, 410, 'LINK_REVOKED')
    assert.equal(await (await download(server, extra.id)).text(), 'hello')
  })

  test('that opens nothing any more still takes its deletion link', async () => {
    await using server = await startServer(await place())
    const { id, deletionUrl } = await upload(server.baseUrl, Buffer.from('hello'))
    const { database, clock } = server.services
    await database.updateTable('links').set({ revoked_at: clock.now() }).where('id', '=', id).execute()
    const gone = await fetch(`${server.baseUrl}/api/files/${id}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': new URL(deletionUrl).hash.slice(1) },
    })
    assert.equal(gone.status, 200)
    await assertRefused(server, id, 410, 'FILE_DELETED')
  })
})
