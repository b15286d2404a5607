import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#server/platform/services.ts'
import { reserve } from '#server/transfers/download/reservations.ts'
import { retainBlobs } from '#server/transfers/download/retain-blobs.ts'
import { findStillLive, type LiveLink } from '#server/transfers/links/find-live-link.ts'
import { signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

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

forEachDatabase('a transfer that expires after a download has found it', ({ place }) => {
  for (const [what, begin] of [
    [
      'is not sent without a ticket',
      (services: Services, live: LiveLink) => reserve(services, live, undefined),
    ],
    ['gives none of its members', (services: Services, live: LiveLink) => retainBlobs(services, [live])],
  ] as const)
    test(what, async () => {
      await using server = await startServer(await place())
      const { services, clock, baseUrl } = server
      const { id, expiresAt } = await upload(baseUrl, Buffer.from('hello'))
      const live = await findStillLive(services, id)
      clock.advance(Date.parse(expiresAt) - clock.now())
      // Nothing holds its blobs yet, so they go.
      await server.sweep()
      assert.equal((await services.database.selectFrom('blobs').select('id').execute()).length, 0)
      await assert.rejects(begin(services, live), { code: 'FILE_EXPIRED' })
    })
})
