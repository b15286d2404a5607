import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deletionTokenOf } from '#server/transfers/model/transfer-links.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startServer } from '#tests/support/server/server.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

const MIB = 1024 * 1024

forEachDatabase('a transfer that was sent without an account', ({ engine, place }) => {
  test('is claimed into one, which ends its manage link unless that is to be kept', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const [one, other] = [
      await sendTransfer(server, randomBytes(10)),
      await sendTransfer(server, randomBytes(20)),
    ]
    await assert.rejects(
      ada.client.call('claimTransfer', { params: { ref: one.ref }, body: { manageToken: other.token } }),
      { code: 'INVALID_MANAGE_TOKEN' },
    )
    await assert.rejects(
      anyone(server).call('claimTransfer', { params: { ref: one.ref }, body: { manageToken: one.token } }),
      { code: 'AUTHENTICATION_REQUIRED' },
    )
    const { transfer } = await ada.client.call('claimTransfer', {
      params: { ref: one.ref },
      body: { manageToken: one.token },
    })
    assert.equal(transfer.owned, true)
    assert.equal(transfer.events[0]?.kind, 'claimed')
    const body = { manageToken: other.token, keepManageLink: true }
    await ada.client.call('claimTransfer', { params: { ref: other.ref }, body })
    const { files } = await ada.client.call('ownFiles', { query: {} })
    assert.deepEqual(files.map(({ id }) => id).toSorted(), [one.linkId, other.linkId].toSorted())
    assert.equal((await ada.client.call('stats')).stats.totalStorage, 30)
    await assert.rejects(
      anyone(server).call('managedTransfer', { params: { ref: one.ref }, headers: one.headers }),
      { code: 'INVALID_MANAGE_TOKEN' },
    )
    await anyone(server).call('managedTransfer', { params: { ref: other.ref }, headers: other.headers })
    const bob = await signUp(server, 'bob')
    await assert.rejects(bob.client.call('claimTransfer', { params: { ref: other.ref }, body }), {
      code: 'ALREADY_OWNED',
    })
    await assert.rejects(ada.client.call('claimTransfer', { params: { ref: other.ref }, body }), {
      code: 'ALREADY_OWNED',
    })
  })

  test('is not claimed by an account without room for it, and by one of two at once', async () => {
    const at = await place()
    const environment = { FREE_TRANSFER_SIZE: '1MB', FREE_FILE_SIZE: '1MB' }
    await using server = await startServer({ ...at, environment })
    await using second = await startServer({ ...at, environment })
    const [ada, bob] = [await signUp(server), await signUp(second, 'bob')]
    await server.services.database.updateTable('users').set({ storage_limit: MIB }).execute()
    const small = await sendTransfer(server, randomBytes(10))
    const full = await sendTransfer(server, randomBytes(MIB))
    const claim = ({ ref, token }: typeof small, who: typeof ada) =>
      who.client.call('claimTransfer', { params: { ref }, body: { manageToken: token } })
    const results = await Promise.allSettled([claim(small, ada), claim(small, bob)])
    const codes = results.map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason.code))
    assert.deepEqual(codes.toSorted().at(-1), 'ok')
    assert.match(String(codes.toSorted()[0]), /^(ALREADY_OWNED|INVALID_MANAGE_TOKEN|CHANGED_MEANWHILE)$/)
    const winner = codes[0] === 'ok' ? ada : bob
    await assert.rejects(claim(full, winner), { code: 'STORAGE_QUOTA_EXCEEDED' })
    await claim(full, winner === ada ? bob : ada)
  })

  if (engine === 'postgres')
    test('is not deleted with the link that its claim ends meanwhile', async () => {
      const at = await place()
      await using server = await startServer(at)
      const ada = await signUp(server)
      const { ref, linkId, token } = await sendTransfer(server, randomBytes(10))
      const headers = { 'x-deletion-token': deletionTokenOf(token) }
      const refusals = await meet(
        at,
        'transfers',
        () => ada.client.call('claimTransfer', { params: { ref }, body: { manageToken: token } }),
        () => [anyone(server).call('deleteFile', { params: { id: linkId }, headers })],
      )
      assert.deepEqual(refusals, ['CHANGED_MEANWHILE'])
      assert.equal((await ada.client.call('ownFiles', { query: {} })).files.length, 1)
    })
})
