import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { goodPassword, signIn, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  createFirstAdmin,
  skip,
  startInstance,
  unpackFirstRelease,
} from '#tests/support/releases/first-release.ts'
import { shapeOf } from '#tests/support/releases/shape.ts'
import { byTerms, reportLink } from '#tests/support/transfers/reports.ts'
import { until } from '#tests/support/transfers/transfers.ts'

forEachDatabase('tables of an early 1.0.0', ({ engine, emptyPlace, open }) => {
  test('get what its first steps lacked, and their reports are decided', { skip }, async () => {
    const shared = { at: await emptyPlace(), keys: newMasterKeyText('k1') }
    await using release = await unpackFirstRelease()
    const old = await startInstance(shared, release.folder)
    createFirstAdmin(shared, release.folder, 'root', goodPassword)
    const { token } = await signUp(old, 'ada')
    const [first, , later] = [
      await uploadAs(old, token, 'a.bin', { bytes: 20 }),
      await uploadAs(old, token, 'b.bin', { bytes: 20 }),
      await uploadAs(old, token, 'c.bin', { bytes: 30 }),
    ]
    assert.ok(first && later)
    const reported = await reportLink(old, first.downloadUrl, '192.0.2.1')

    await using next = await startInstance(shared)
    // Both run on the same tables now.
    const afterwards = await reportLink(old, later.downloadUrl, '192.0.2.1')
    await old.stop()
    const upgraded = await open(shared.at)
    const fresh = await open(await emptyPlace())
    assert.deepEqual(await shapeOf(upgraded.database, engine), await shapeOf(fresh.database, engine))

    const { client } = await signIn(next, 'root')
    for (const [{ number }, others] of [
      [reported, 1],
      [afterwards, 0],
    ] as const) {
      const params = { n: number }
      const read = async () => (await client.call('adminReport', { params })).case
      await client.call('disableReported', { params })
      await until(async () => (await read()).hashes.length > 0)
      const body = { action: 'disable', ground: byTerms, facts: 'Found.', automated: false } as const
      await client.call('decideReport', { params, body: { ...body, sameContent: true } })
      assert.deepEqual(
        (await read()).decisions.map((decision) => decision.others),
        [others],
      )
    }
  })
})
