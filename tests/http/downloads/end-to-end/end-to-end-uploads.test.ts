import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { patchUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import {
  forEveryone,
  seal,
  sendSealed,
  uploadSealed,
} from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

forEachDatabase('end-to-end encrypted uploads', ({ place }) => {
  test('are taken as a form and by tus, and the server says nothing of what is in them', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const sealed = await seal(undefined, { title: 'A canary title' })
    const reply = await uploadSealed(server, sealed)
    assert.equal(reply.file.receipt.method, 'end-to-end')
    const { file } = await server.client.call('fileInfo', { params: { id: reply.file.id } })
    assert.equal(file.filename, '')
    assert.equal(file.size, sealed.bundle.size)
    assert.equal(file.encryptionMethod, 'end-to-end')
    assert.equal(file.scan, 'unscanned')
    assert.equal(file.title, null)
    assert.equal(file.mimeType, 'application/octet-stream')
    assert.ok(file.slotHead && sealed.fields.slot.startsWith(file.slotHead.slice(0, 20)))
    assert.ok(!JSON.stringify(file).includes(sealed.fields.slot))

    const again = await seal(undefined, { password: 'a password' })
    const creation = await sendCreation(server, again.bundle.size, { filename: 'bundle', ...again.fields })
    assert.equal(creation.status, 201, await creation.text())
    const url = server.baseUrl + creation.headers.get('location')
    assert.equal((await patchUpload(url, 0, again.bundle.bytes.subarray(0, 30_000))).status, 204)
    assert.equal((await patchUpload(url, 30_000, again.bundle.bytes.subarray(30_000))).status, 204)
    const finished = JSON.parse(await (await fetch(`${url}/file`)).text())
    const second = await server.client.call('fileInfo', { params: { id: finished.file.id } })
    assert.equal(second.file.passwordProtected, true)
    assert.deepEqual(finished.file.receipt.openedBy, ['password'])
  })

  test('that bring anything readable are refused: nothing readable leaves by mistake', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const sealed = await seal()
    const emails = (said: object) => JSON.stringify([{ email: 'ines@example.org', ...said }])
    for (const others of [
      { password: 'secret' },
      { title: 'Letters' },
      { description: 'Two lines' },
      { senderName: 'Ada' },
      { emails: emails({ message: 'For you' }) },
      { emails: emails({ senderName: 'Ada' }) },
    ])
      assert.equal(await codeOf(await sendSealed(server, sealed, others), 400), 'END_TO_END_PLAINTEXT')
    const named = await sendSealed(server, sealed, {}, { filename: 'contract.pdf' })
    assert.equal(await codeOf(named, 400), 'END_TO_END_PLAINTEXT')
    const [first, ...rest] = Object.entries(sealed.fields).map(([name, value]) => ({ name, value }))
    assert.ok(first)
    const file = { name: 'file', bytes: sealed.bundle.bytes, filename: 'bundle' }
    for (const parts of [
      [first, ...rest, { name: 'modifiedAt_bundle', value: '2026-11-21T08:00:00Z' }, file],
      [first, ...rest, { name: 'folderPath_bundle', value: 'letters' }, { ...file, name: 'files' }],
      [first, ...rest, { ...file, name: 'files' }],
      [first, ...rest, { name: 'thumbnail_bundle', bytes: new Uint8Array(50), filename: 'bundle' }, file],
    ])
      assert.equal(await codeOf(await sendForm(server.baseUrl, parts), 400), 'END_TO_END_PLAINTEXT')
    const late = await sendForm(server.baseUrl, [file, first, ...rest])
    assert.equal(await codeOf(late, 400), 'VALIDATION_ERROR')
    for (const others of [
      { title: 'Letters' },
      { filename: 'contract.pdf' },
      { modifiedAt: '2026-11-21T08:00:00Z' },
    ]) {
      const values = { filename: 'bundle', ...sealed.fields, ...others }
      const answer = await sendCreation(server, sealed.bundle.size, values)
      assert.equal(await codeOf(answer, 400), 'END_TO_END_PLAINTEXT')
    }
  })

  test('with slots of another form, costs that make guessing cheap, or lengths that no bundle has are refused', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const sealed = await seal()
    const cheap = new Uint8Array(99)
    cheap.set([1, 1, 0, 0, 0, 8, 1])
    const forRequest = new Uint8Array(1230)
    forRequest.set([1, 2])
    const { slot: _, ...withoutSlot } = sealed.fields
    for (const fields of [
      { ...sealed.fields, slot: toBase64url(cheap) },
      { ...sealed.fields, slot: toBase64url(nodePrimitives.random(78)) },
      { ...sealed.fields, slot: toBase64url(new Uint8Array(98)) },
      { ...sealed.fields, slot: toBase64url(forRequest) },
      { ...sealed.fields, proof: 'short' },
      { ...sealed.fields, encryptionMethod: 'aes-256-gcm' },
      { ...withoutSlot },
    ]) {
      const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
      const file = { name: 'file', bytes: sealed.bundle.bytes, filename: 'bundle' }
      assert.equal(await codeOf(await sendForm(server.baseUrl, [...parts, file]), 400), 'VALIDATION_ERROR')
    }
    for (const length of [0, 5, 65_671, 65_673, 65_688]) {
      const bundle = { ...sealed.bundle, bytes: new Uint8Array(length) }
      assert.equal(await codeOf(await sendSealed(server, { ...sealed, bundle }), 400), 'VALIDATION_ERROR')
      const values = { filename: 'bundle', ...sealed.fields }
      assert.equal(await codeOf(await sendCreation(server, length, values), 400), 'VALIDATION_ERROR')
    }
  })

  test('are taken as the option says', async () => {
    const at = await place()
    async function tryWith(environment: Record<string, string>) {
      await using server = await startServer({ ...at, environment })
      const ada = await signUp(server, `ada${Object.values(environment).join('')}`.slice(0, 20))
      const sealed = await seal()
      const authorization = `Bearer ${ada.token}`
      const said = async (answer: Response) => (answer.status === 201 ? 201 : codeOf(answer, answer.status))
      const { endToEnd } = await server.client.call('config')
      const own = await ada.client.call('config')
      return {
        mode: endToEnd.mode,
        allowed: [endToEnd.allowed, own.endToEnd.allowed],
        guest: await said(await sendSealed(server, sealed)),
        account: await said(await sendSealed(server, sealed, {}, { headers: { authorization } })),
      }
    }
    const refused = 'END_TO_END_NOT_ALLOWED'
    assert.deepEqual(await tryWith({}), {
      mode: 'accounts',
      allowed: [false, true],
      guest: 'AUTHENTICATION_REQUIRED',
      account: 201,
    })
    const off = { mode: 'off', allowed: [false, false], guest: refused, account: refused }
    assert.deepEqual(await tryWith({ END_TO_END: 'off' }), off)
    assert.deepEqual(await tryWith({ UNSCANNED_FILES: 'refuse' }), off)
    assert.deepEqual(await tryWith({ ALLOWED_TYPES: 'pdf' }), off)
    const all = { mode: 'all', allowed: [true, true], guest: 201, account: 201 }
    assert.deepEqual(await tryWith({ END_TO_END: 'all', ALLOWED_TYPES: 'png' }), all)
  })

  test('need a password of the sender’s where files must have one', async () => {
    const environment = { ...forEveryone, FILE_PASSWORD: 'required' }
    await using server = await startServer({ ...(await place()), environment })
    assert.equal(await codeOf(await sendSealed(server, await seal()), 400), 'FILE_PASSWORD_REQUIRED')
    await uploadSealed(server, await seal(undefined, { password: 'a password' }))
  })
})
