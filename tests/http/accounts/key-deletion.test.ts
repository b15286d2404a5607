import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import {
  filePassword,
  keyPassword,
  lock,
  makeKey,
  open,
  sendAs,
} from '#tests/support/transfers/quantum-files.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

forEachDatabase('the deletion of a key pair', ({ place }) => {
  test('takes the files along that only it opens, and says so before', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const ada = await signUp(server)
    await makeKey(ada)
    await makeKey(ada, 'ml-kem512')
    const bytes = randomBytes(300)
    const lost = await lock(server, ada, bytes)
    const kept = await lock(server, ada, bytes, { password: filePassword })
    const other = await lock(server, ada, bytes, { encryptionMethod: 'ml-kem512' })
    const plain = await lock(server, ada, bytes, { encryptionMethod: 'aes-256-gcm' })
    const params = { algorithm: 'ml-kem768' } as const

    const { files } = await ada.client.call('ownFiles', { query: {} })
    for (const sent of [lost, kept, other, plain]) {
      assert.deepEqual(files.find(({ id }) => id === sent.id)?.receipt, sent.receipt)
    }
    const preview = await ada.client.call('keyFiles', { params })
    assert.deepEqual(preview, {
      success: true,
      lost: [{ id: lost.id, filename: 'report.pdf.txt', expiresAt: lost.expiresAt }],
      lostCount: 1,
      keptCount: 1,
    })
    assert.equal((await ada.client.call('deleteKey', { params })).deletedFiles, 1)

    await assert.rejects(open(server, ada, lost, { keyPassword }), { code: 'FILE_DELETED', status: 410 })
    assert.deepEqual(await open(server, server, kept, { password: filePassword }), bytes)
    await assert.rejects(open(server, ada, kept, { keyPassword }), { code: 'PASSWORD_REQUIRED' })
    assert.deepEqual(await open(server, ada, other, { keyPassword }), bytes)
    assert.deepEqual(await open(server, ada, plain, {}), bytes)

    await makeKey(ada)
    assert.equal((await ada.client.call('keyFiles', { params })).lostCount, 0)
    const list = (await ada.client.call('ownFiles', { query: {} })).files
    assert.equal(list.length, 3)
    const receipt = { method: 'ml-kem768', keyFingerprint: null, openedBy: ['password'] }
    assert.deepEqual(list.find(({ id }) => id === kept.id)?.receipt, receipt)
    await server.sweep()
    const left = await Array.fromAsync(server.services.blobs.default.list(server.clock.now() + HOUR))
    assert.equal(left.length, 3)
  })

  test('and an upload at the same time leave no file that nobody can open', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { database } = server.services
    for (let round = 0; round < 4; round += 1) {
      await makeKey(ada)
      const params = { algorithm: 'ml-kem768' } as const
      const sent = Array.from({ length: 3 }, () =>
        sendAs(server, ada, randomBytes(10), { encryptionMethod: 'ml-kem768' }),
      )
      await ada.client.call('deleteKey', { params })
      for (const response of await Promise.all(sent)) {
        if (response.status !== 201) assert.equal(await codeOf(response, 404), 'KEY_NOT_FOUND')
      }
      const orphans = await database
        .selectFrom('transfers')
        .select('id')
        .where('ended_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('slots').select('kind').whereRef('slots.transfer_id', '=', 'transfers.id'))),
        )
        .execute()
      assert.deepEqual(orphans, [])
    }
  })
})
