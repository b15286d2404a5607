import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFileAs, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const bytes = 90 * 1024

forEachDatabase('the storage that a group allows', ({ place }) => {
  test('is never exceeded by a hundred uploads at the same time', async () => {
    const environment = { RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    const rules = { storage: { kind: 'most' as const, value: MIB } }
    await admin.client.call('createGroup', { body: { name: 'Legal', members: [ada.user.id], rules } })
    const headers = { authorization: `Bearer ${ada.token}` }
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => sendCreation(server, bytes, {}, headers)),
      ...Array.from({ length: 50 }, () => sendFileAs(server, ada.token, 'a.bin', { bytes })),
    ])
    const refused = answers.filter(({ status }) => status !== 201)
    assert.ok(refused.length >= 89 && refused.length < 100, String(refused.length))
    for (const response of refused) assert.equal(await codeOf(response, 413), 'STORAGE_QUOTA_EXCEEDED')
    const { storageLeft } = (await ada.client.call('config')).limits
    assert.ok(storageLeft !== null && storageLeft >= 0 && storageLeft < 2 * bytes, String(storageLeft))
    const { user } = await ada.client.call('profile')
    assert.ok(user.storageUsed <= MIB, String(user.storageUsed))
  })
})
