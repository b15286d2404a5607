import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { anyone } from '#tests/support/transfers/managed-transfers.ts'
import {
  fetchRange,
  forEveryone,
  openSealed,
  proofFor,
  seal,
  uploadSealed,
} from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

forEachDatabase('the slot of an end-to-end encrypted transfer', ({ place }) => {
  test('is replaced by its managers, which changes or removes the password and ends tickets', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const sealed = await seal()
    const { linkKey, bundle } = sealed
    const { file, transfer, manageUrl } = await uploadSealed(server, sealed)
    const headers = { 'x-manage-token': new URL(manageUrl).hash.slice(1) }
    const params = { ref: transfer.ref }
    async function change(current: string | undefined, next: string | undefined, bundleId = bundle.id) {
      const info = await server.client.call('fileInfo', { params: { id: file.id } })
      const proof = await proofFor(info.file.slotHead ?? '', linkKey, current)
      const { contentKey } = bundle
      const made = await makeSlot(nodePrimitives, { linkKey, contentKey, bundleId, password: next })
      const body = { proof, slot: toBase64url(made.slot), nextProof: toBase64url(made.proofHash) }
      return anyone(server).call('changeTransferSlot', { params, headers, body })
    }
    const before = await openSealed(server, file.id, linkKey)
    const { transfer: locked } = await change(undefined, 'first')
    assert.equal(locked.passwordProtected, true)
    assert.equal(locked.events[0]?.kind, 'password-set')
    // The name that every bundle is sent with is shown to nobody.
    assert.equal(locked.filename, '')
    const receipt = await fetch(`${server.baseUrl}/api/transfers/${transfer.ref}/receipt?language=de`, {
      headers,
    })
    assert.match(await receipt.text(), /Ende-zu-Ende-verschlüsselte Dateien/)
    assert.equal(await codeOf(await fetchRange(before.url, 0, 100), 403), 'INVALID_TICKET')
    assert.deepEqual((await openSealed(server, file.id, linkKey, 'first')).contentKey, bundle.contentKey)
    await assert.rejects(change('wrong', 'second'), { code: 'INVALID_FILE_PASSWORD' })
    await assert.rejects(change('first', 'second', nodePrimitives.random(16)), { code: 'VALIDATION_ERROR' })
    const { transfer: open } = await change('first', undefined)
    assert.equal(open.passwordProtected, false)
    assert.deepEqual((await openSealed(server, file.id, linkKey)).contentKey, bundle.contentKey)
  })

  test('of another bundle is refused, and one of an ordinary transfer too', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const form = new FormData()
    form.append('file', new Blob(['x']), 'a.txt')
    const sent = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body: form })
    const { transfer, manageUrl } = JSON.parse(await sent.text())
    const { fields } = await seal()
    const headers = { 'x-manage-token': new URL(manageUrl).hash.slice(1) }
    const body = { proof: fields.proof, slot: fields.slot, nextProof: fields.proof }
    const call = anyone(server).call('changeTransferSlot', { params: { ref: transfer.ref }, headers, body })
    await assert.rejects(call, { code: 'VALIDATION_ERROR' })
  })
})
