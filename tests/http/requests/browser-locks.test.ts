import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { openSeed, sealSeed } from '#end-to-end/format/private-half.ts'
import { requestKeyHash, requestSecret } from '#end-to-end/format/request-slot.ts'
import { openSlot, proofOf, readSlotHead } from '#end-to-end/format/slot.ts'
import { sendJson, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { newPair, sealFor } from '#tests/support/requests/browser-locked.ts'
import {
  askRequestTicket,
  forNewAccounts,
  inboxOf,
  makeRequest,
  received,
  sendVisit,
  visit,
} from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { sealFiles } from '#tests/support/transfers/sealed/bundles.ts'
import { fetchRange, seal } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const environment = { ...forNewAccounts, RATE_LIMITS: 'off' }
const password = 'ten words or sixteen characters'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

forEachDatabase('a request that visitors lock in their browsers', ({ place }) => {
  test('takes what is sealed for its owner, who alone opens it', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { seed, publicKey } = await newPair()
    const missing = {
      title: 'Tax',
      until: new Date(server.clock.now() + 60_000).toISOString(),
      lock: 'browser',
    }
    assert.equal(
      await codeOf(await sendJson(server, 'POST', '/requests', missing, ada.token), 404),
      'KEY_NOT_FOUND',
    )
    const sealed = await sealSeed(nodePrimitives, { seed, publicKey, password })
    const pair = {
      keyType: 'x-wing',
      publicKey: base64(publicKey),
      encryptedPrivateKey: base64(sealed),
    } as const
    const { key } = await ada.client.call('storeKey', { body: pair })
    const fingerprint = Buffer.from(await requestKeyHash(nodePrimitives, publicKey)).toString('hex')
    assert.deepEqual([key.algorithm, key.fingerprint, key.words.length], ['x-wing', fingerprint, 8])
    assert.equal(
      await codeOf(await sendJson(server, 'POST', '/users/keys', pair, ada.token), 409),
      'KEY_EXISTS',
    )

    const asks = { name: true, email: false, code: false }
    const request = await makeRequest(server, ada, { lock: 'browser', asks, types: 'documents' })
    assert.deepEqual(
      [request.lock, request.key?.fingerprint, request.state],
      ['browser', fingerprint, 'open'],
    )
    const { request: page } = await server.client.call('publicRequest', { params: { id: request.id } })
    assert.deepEqual([page.lock, page.publicKey, page.key?.words], ['browser', pair.publicKey, key.words])

    const bundle = await sealFiles([{ path: 'canary.txt', bytes: Buffer.from('canary') }], {
      senderName: 'Clara',
    })
    const visitor = await visit(server, request.id)
    const fields = await sealFor(publicKey, bundle)
    const reply = await received(server, visitor, { fields, files: { bundle: bundle.bytes } })
    assert.deepEqual(reply.files, [{ filename: 'bundle', size: bundle.bytes.length }])

    const { uploads } = await inboxOf(ada, request.id)
    const params = { id: uploads[0]?.linkId ?? '' }
    assert.deepEqual([uploads[0]?.name, uploads[0]?.title, uploads[0]?.scan], [null, null, 'unscanned'])
    const { file } = await ada.client.call('fileInfo', { params })
    const head = readSlotHead(fromBase64url(file.slotHead ?? '') ?? new Uint8Array(0))
    const kept = Buffer.from((await ada.client.call('keys', {})).keys[0]?.encryptedPrivateKey ?? '', 'base64')
    const opened = await openSeed(nodePrimitives, { sealed: kept, publicKey, password })
    assert.deepEqual(opened, seed)
    const secret = await requestSecret(nodePrimitives, nodeXWing, seed, head)
    const wrong = toBase64url(nodePrimitives.random(32))
    await assert.rejects(ada.client.call('downloadTicket', { params, body: { proof: wrong } }), {
      code: 'INVALID_FILE_PASSWORD',
    })
    const proof = toBase64url(await proofOf(nodePrimitives, secret, head))
    const { url, slot } = await ada.client.call('downloadTicket', { params, body: { proof } })
    const bytes = fromBase64url(slot ?? '') ?? new Uint8Array(0)
    const contentKey = await openSlot(nodePrimitives, { slot: bytes, head, secret })
    assert.ok(contentKey)
    const { manifest } = await openBundle(nodePrimitives, {
      contentKey,
      bundleId: head.bundleId,
      size: file.size,
      async *fetchSealed(start, end) {
        yield new Uint8Array(await (await fetchRange(server.baseUrl + url, start, end)).arrayBuffer())
      },
    })
    assert.deepEqual([manifest.senderName, manifest.files[0]?.path], ['Clara', 'canary.txt'])

    const archive = await sendJson(server, 'POST', `/requests/${request.id}/archive`, {}, ada.token)
    assert.equal(await codeOf(archive, 409), 'NOT_FOR_END_TO_END')
    // Without the pair nothing can be sealed any more; what is there stays.
    await ada.client.call('deleteKey', { params: { algorithm: 'x-wing' } })
    assert.equal((await inboxOf(ada, request.id)).state, 'ended')
    assert.equal(
      await codeOf(await sendVisit(server, visitor, { fields, files: { bundle: bundle.bytes } }), 410),
      'REQUEST_CLOSED',
    )
    const later = { until: new Date(server.clock.now() + 60_000).toISOString() }
    await assert.rejects(ada.client.call('updateRequest', { params: { id: request.id }, body: later }), {
      code: 'KEY_NOT_FOUND',
    })
    assert.ok(await ada.client.call('downloadTicket', { params, body: { proof } }))
  })

  test('takes nothing readable, and nothing that is sealed for another key', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { publicKey } = await newPair()
    await ada.client.call('storeKey', { body: { keyType: 'x-wing', publicKey: base64(publicKey) } })
    const asks = { name: true, email: false, code: false }
    const { id } = await makeRequest(server, ada, { lock: 'browser', asks })
    assert.equal(
      await codeOf(await askRequestTicket(server, id, { name: 'Clara' }), 400),
      'END_TO_END_PLAINTEXT',
    )
    const visitor = await visit(server, id)
    const bundle = await sealFiles([{ path: 'a.txt', bytes: Buffer.from('hello') }])
    const fields = await sealFor(publicKey, bundle)
    const files = { bundle: bundle.bytes }
    const { slot: _, ...noSlot } = fields
    const { encryptionMethod: __, ...noMethod } = fields
    const refused = { READABLE: 'END_TO_END_PLAINTEXT', WRONG: 'VALIDATION_ERROR' } as const
    for (const [sent, code] of [
      [{}, refused.READABLE],
      [{ fields: noMethod, files }, refused.READABLE],
      [{ fields: { ...fields, title: 'Letters' }, files }, refused.READABLE],
      [{ fields: { ...fields, description: 'Hello' }, files }, refused.READABLE],
      [{ fields: { ...fields, checked: '[]' }, files }, refused.READABLE],
      [{ fields: { ...fields, modifiedAt_bundle: '2026-11-21T08:00:00.000Z' }, files }, refused.READABLE],
      [{ fields, files: { 'a.txt': bundle.bytes } }, refused.READABLE],
      [{ fields, files: { bundle: bundle.bytes, other: bundle.bytes } }, refused.READABLE],
      [{ fields: noSlot, files }, refused.WRONG],
      [{ fields: { ...fields, slot: (await seal()).fields.slot }, files }, refused.WRONG],
      [{ fields: await sealFor((await newPair()).publicKey, bundle), files }, refused.WRONG],
      [{ fields, files: { bundle: new Uint8Array(5) } }, refused.WRONG],
    ] as const)
      assert.equal(
        await codeOf(await sendVisit(server, visitor, sent), 400),
        code,
        JSON.stringify(sent.fields),
      )
    const headers = { 'x-request-ticket': visitor.ticket }
    const readable = { filename: 'a.txt' }
    assert.equal(await codeOf(await sendCreation(server, 5, readable, headers), 400), 'END_TO_END_PLAINTEXT')
    const begun = await sendCreation(server, bundle.bytes.length, { filename: 'bundle', ...fields }, headers)
    assert.equal(begun.status, 201)
    assert.equal((await inboxOf(ada, id)).uploads.length, 0)
    // Another lock takes no bundle.
    const plain = await makeRequest(server, ada)
    const answer = await sendVisit(server, await visit(server, plain.id), { fields, files })
    assert.equal(await codeOf(answer, 400), 'VALIDATION_ERROR')
  })

  test('is refused where end-to-end encryption is off, with an address to ask for, and keys of another form', async () => {
    const at = await place()
    const { publicKey } = await newPair()
    let id: string
    let token: string
    {
      await using server = await startServer({ ...at, environment })
      const ada = await signUp(server)
      token = ada.token
      for (const pair of [
        { publicKey: base64(publicKey.slice(1)) },
        { publicKey: base64(new Uint8Array(1216).fill(255)) },
        { publicKey: base64(publicKey), encryptedPrivateKey: base64(new Uint8Array(81).fill(1)) },
        { publicKey: base64(publicKey), encryptedPrivateKey: base64(new Uint8Array(82)) },
      ]) {
        const sent = sendJson(server, 'POST', '/users/keys', { keyType: 'x-wing', ...pair }, token)
        assert.equal(await codeOf(await sent, 400), 'INVALID_KEY')
      }
      await ada.client.call('storeKey', { body: { keyType: 'x-wing', publicKey: base64(publicKey) } })
      const asks = { name: false, email: true, code: false }
      await assert.rejects(makeRequest(server, ada, { lock: 'browser', asks }), { code: 'VALIDATION_ERROR' })
      id = (await makeRequest(server, ada, { lock: 'browser' })).id
      const change = ada.client.call('updateRequest', { params: { id }, body: { asks } })
      await assert.rejects(change, { code: 'VALIDATION_ERROR' })
    }
    await using server = await startServer({ ...at, environment: { ...environment, END_TO_END: 'off' } })
    const until = new Date(server.clock.now() + 60_000).toISOString()
    const wanted = { title: 'Tax', until, lock: 'browser' }
    const made = sendJson(server, 'POST', '/requests', wanted, token)
    assert.equal(await codeOf(await made, 403), 'END_TO_END_NOT_ALLOWED')
    const pair = { keyType: 'x-wing', publicKey: base64(publicKey) }
    assert.equal(
      await codeOf(await sendJson(server, 'POST', '/users/keys', pair, token), 403),
      'END_TO_END_NOT_ALLOWED',
    )
    assert.equal((await server.client.call('publicRequest', { params: { id } })).request.state, 'ended')
    assert.equal(await codeOf(await askRequestTicket(server, id), 410), 'REQUEST_CLOSED')
  })
})
