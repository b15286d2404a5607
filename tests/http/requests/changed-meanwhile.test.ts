import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { forNewAccounts, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { makeKey } from '#tests/support/transfers/quantum-files.ts'

forEachDatabase('a file request whose key or self goes meanwhile', ({ engine, place }) => {
  if (engine === 'sqlite') return

  test('is not made for a key pair that is deleted', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: forNewAccounts })
    const ada = await signUp(server)
    await makeKey(ada)
    const refusals = await meet(
      at,
      'audit_log',
      () => ada.client.call('deleteKey', { params: { algorithm: 'ml-kem768' } }),
      () => [makeRequest(server, ada, { lock: 'key' })],
    )
    assert.deepEqual(refusals, ['KEY_NOT_FOUND'])
  })

  test('is not given as one archive once it is deleted', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: forNewAccounts })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada)
    await received(server, await visit(server, id))
    const refusals = await meet(
      at,
      'audit_log',
      () => ada.client.call('deleteRequest', { params: { id } }),
      () => [ada.client.call('requestArchive', { params: { id }, body: {} })],
    )
    assert.deepEqual(refusals, ['REQUEST_NOT_FOUND'])
  })
})
