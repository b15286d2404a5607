import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFileAs, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendCreation } from '#tests/support/transfers/resumable-uploads.ts'

const KIB = 1024

async function limitStorage(server: TestServer, bytes: number) {
  await server.services.database.updateTable('users').set({ storage_limit: bytes }).execute()
}

forEachDatabase('the storage limit of an account', ({ place }) => {
  test('holds below the size that a guest may send, and the refusal names both figures', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await limitStorage(server, 100 * KIB)
    assert.equal((await sendFileAs(server, ada.token, 'a.bin', { bytes: 40 * KIB })).status, 201)

    const form = await sendFileAs(server, ada.token, 'b.bin', { bytes: 70 * KIB })
    assert.equal(form.status, 413)
    const { code, message } = await form.json()
    assert.equal(code, 'STORAGE_QUOTA_EXCEEDED')
    assert.match(message, /have 60 KB of storage left, and this upload needs at least 6\d(\.\d+)? KB/)

    const headers = { authorization: `Bearer ${ada.token}` }
    const resumable = await sendCreation(server, 70 * KIB, {}, headers)
    assert.equal(resumable.status, 413)
    assert.match(
      (await resumable.json()).message,
      /have 60 KB of storage left, and this upload needs at least 70(\.\d+)? KB/,
    )
    assert.equal((await sendFileAs(server, ada.token, 'c.bin', { bytes: 60 * KIB })).status, 201)
  })

  test('of 0 is none', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await limitStorage(server, 0)
    const refused = await sendFileAs(server, ada.token, 'a.bin', { bytes: 1 })
    assert.equal(refused.status, 413)
    assert.equal((await refused.json()).code, 'STORAGE_QUOTA_EXCEEDED')
    assert.equal((await ada.client.call('profile')).user.storageLimit, 0)
  })

  test('is told with what is left of it, and no transfer is offered beyond that', async () => {
    await using server = await startServer(await place())
    const guest = (await server.client.call('config')).limits
    assert.equal(guest.storageLeft, null)
    const ada = await signUp(server)
    await limitStorage(server, 100 * KIB)
    await sendFileAs(server, ada.token, 'a.bin', { bytes: 40 * KIB })
    const { limits } = await ada.client.call('config')
    assert.equal(limits.storageLeft, 60 * KIB)
    assert.deepEqual(limits.transferSize, { free: 60 * KIB, pro: 60 * KIB })
    assert.deepEqual(limits.fileSize, guest.fileSize)
  })
})
