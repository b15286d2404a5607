import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startServer } from '#tests/support/server/server.ts'

forEachDatabase('a transfer that is deleted while a ticket is asked for', ({ engine, place }) => {
  if (engine === 'sqlite') return

  test('gives none, and leaves no key behind', async () => {
    const at = await place()
    await using server = await startServer(at)
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'a.txt')
    const params = { id }
    const refusals = await meet(
      at,
      'transfers',
      () => ada.client.call('deleteFile', { params }),
      () => [server.client.call('downloadTicket', { params, body: {} })],
    )
    assert.deepEqual(refusals, ['FILE_DELETED'])
    const left = await server.services.database.selectFrom('reservations').select('slot_id').execute()
    assert.deepEqual(left, [])
  })
})
