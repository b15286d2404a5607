import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import {
  filePassword,
  keyPassword,
  lock,
  makeKey,
  open,
  sendAs,
} from '#tests/support/transfers/quantum-files.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

/** Expects that of all people only the owner opens a file that is locked with a method. */
async function opensForOwnerOnly(server: TestServer, method: MlKemAlgorithm): Promise<void> {
  const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
  const { fingerprint } = await makeKey(ada, method)
  await makeKey(bob, method)
  const bytes = randomBytes(40_000)
  const file = await lock(server, ada, bytes, { encryptionMethod: method })
  assert.deepEqual(file.receipt, { method, keyFingerprint: fingerprint, openedBy: ['owner'] })

  assert.deepEqual(await open(server, ada, file, { keyPassword }), bytes)
  const closed = { code: 'AUTHENTICATION_REQUIRED', status: 401, message: /authentication/ }
  for (const stranger of [bob, server]) {
    for (const body of [{}, { keyPassword }, { password: keyPassword }]) {
      await assert.rejects(open(server, stranger, file, body), closed)
    }
  }
  const missing = { code: 'KEY_PASSWORD_REQUIRED', status: 401 }
  await assert.rejects(open(server, ada, file, {}), missing)
  await assert.rejects(open(server, ada, file, { password: keyPassword }), missing)
  await assert.rejects(open(server, ada, file, { keyPassword: 'not the one' }), {
    code: 'INVALID_KEY_PASSWORD',
    status: 403,
    message: 'Invalid key password. Please try again.',
  })
}

forEachDatabase('quantum-encrypted files', ({ place }) => {
  test('the owner opens them with the key password, nobody else does', async () => {
    await using server = await startServer(await place())
    await opensForOwnerOnly(server, 'ml-kem768')
  })

  test('with a file password it opens for anyone who has that, and for its owner by either', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { fingerprint } = await makeKey(ada)
    const bytes = randomBytes(20_000)
    const file = await lock(server, ada, bytes, { password: filePassword })
    const openedBy = ['owner', 'password']
    assert.deepEqual(file.receipt, { method: 'ml-kem768', keyFingerprint: fingerprint, openedBy })

    assert.deepEqual(await open(server, server, file, { password: filePassword }), bytes)
    assert.deepEqual(await open(server, ada, file, { password: filePassword }), bytes)
    assert.deepEqual(await open(server, ada, file, { keyPassword }), bytes)
    await assert.rejects(open(server, server, file, {}), { code: 'PASSWORD_REQUIRED' })
    await assert.rejects(open(server, server, file, { keyPassword }), { code: 'AUTHENTICATION_REQUIRED' })
    await assert.rejects(open(server, server, file, { password: 'not the one' }), {
      code: 'INVALID_FILE_PASSWORD',
    })
  })

  test('the page learns what it needs to ask for', async () => {
    await using server = await startServer(await place())
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    await makeKey(ada)
    const params = { id: (await lock(server, ada, randomBytes(100))).id }
    const own = (await ada.client.call('fileInfo', { params })).file
    assert.deepEqual(
      [own.encryptionMethod, own.isEncrypted, own.passwordProtected, own.isOwner],
      ['ml-kem768', true, false, true],
    )
    for (const { client } of [bob, server]) {
      assert.deepEqual((await client.call('fileInfo', { params })).file, { ...own, isOwner: false })
    }
    const { file } = await ada.client.call('fileInfo', {
      params: { id: (await lock(server, ada, randomBytes(100), { password: filePassword })).id },
    })
    assert.deepEqual([file.encryptionMethod, file.passwordProtected], ['ml-kem768', true])
  })

  test('who is not signed in, or has no such key, cannot send one, and nothing of it stays', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await makeKey(ada, 'ml-kem512')
    const method = { name: 'encryptionMethod', value: 'ml-kem768' }
    const file = { name: 'file', bytes: randomBytes(100), filename: 'a.txt' }
    for (const parts of [
      [method, file],
      [file, method],
    ]) {
      const refusal = await sendForm(server.baseUrl, parts)
      assert.match(
        await refusal.clone().text(),
        /Post-Quantum and RSA encryption require user authentication/,
      )
      assert.equal(await codeOf(refusal, 401), 'AUTHENTICATION_REQUIRED')
      const form = new FormData()
      for (const part of parts) {
        if ('value' in part) form.append(part.name, part.value)
        else form.append(part.name, new Blob([part.bytes]), part.filename)
      }
      const headers = { authorization: `Bearer ${ada.token}` }
      const response = await fetch(`${server.baseUrl}/api/files/upload`, {
        method: 'POST',
        headers,
        body: form,
      })
      assert.equal(await codeOf(response, 404), 'KEY_NOT_FOUND')
    }
    const rows = await server.services.database.selectFrom('segments').selectAll().execute()
    assert.deepEqual(rows, [])
    const blobs = await Array.fromAsync(server.services.blobs.default.list(server.clock.now() + HOUR))
    assert.deepEqual(blobs, [])
  })

  test('a resumable upload ends in the same lock', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bytes = randomBytes(50_000)
    const metadata = { filename: 'a.bin', encryptionMethod: 'ml-kem768' }
    const create = () =>
      fetch(`${server.baseUrl}/api/files/resumable`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ada.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'upload-metadata': Object.entries(metadata)
            .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
            .join(','),
        },
      })
    assert.equal(await codeOf(await create(), 404), 'KEY_NOT_FOUND')
    await makeKey(ada)
    const location = (await create()).headers.get('location') ?? ''
    for (const [start, end] of [
      [0, 20_000],
      [20_000, 50_000],
    ] as const) {
      const response = await fetch(server.baseUrl + location, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': String(start),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes.subarray(start, end),
      })
      assert.equal(response.status, 204, await response.text())
    }
    const [, uploadId = ''] = /([\w-]{22})$/.exec(location) ?? []
    const { file } = await server.client.call('resumableResult', { params: { id: uploadId } })
    assert.deepEqual(file.receipt.openedBy, ['owner'])
    assert.deepEqual(await open(server, ada, file, { keyPassword }), bytes)
    await assert.rejects(open(server, server, file, {}), { code: 'AUTHENTICATION_REQUIRED' })
  })

  test('another key password opens the files that were there before, the old one does not', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await makeKey(ada)
    const bytes = randomBytes(500)
    const file = await lock(server, ada, bytes)
    const params = { algorithm: 'ml-kem768' } as const
    const body = { currentPassword: keyPassword, newPassword: 'a better one' }
    await ada.client.call('changeKeyPassword', { params, body })
    await assert.rejects(open(server, ada, file, { keyPassword }), { code: 'INVALID_KEY_PASSWORD' })
    assert.deepEqual(await open(server, ada, file, { keyPassword: 'a better one' }), bytes)
  })

  test('wrong key passwords at files and at the key are counted together', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const ada = await signUp(server)
    await makeKey(ada)
    const files = [await lock(server, ada, randomBytes(10)), await lock(server, ada, randomBytes(10))]
    for (let time = 0; time < 5; time += 1) {
      const file = files[time % 2]
      assert.ok(file)
      await assert.rejects(open(server, ada, file, { keyPassword: 'not the one' }), { status: 403 })
    }
    const [file] = files
    assert.ok(file)
    await assert.rejects(open(server, ada, file, { keyPassword }), { code: 'RATE_LIMITED' })
    server.clock.advance(1000)
    await open(server, ada, file, { keyPassword })
  })
})

for (const method of ['ml-kem512', 'ml-kem1024'] as const) {
  test(`a file locked with ${method} opens for its owner, too, and for nobody else`, async () => {
    await using server = await startServer()
    await opensForOwnerOnly(server, method)
  })
}

test('a mail that brings the link of a quantum-encrypted file says who can open it', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  await makeKey(ada)
  const emails = JSON.stringify([{ email: 'ines@example.eu' }])
  await lock(server, ada, randomBytes(10), { emails })
  const [forOwner] = await mailsTo(server, 'ines@example.eu')
  assert.match(forOwner?.text ?? '', /Only the sender can open it/)
  await lock(server, ada, randomBytes(10), {
    emails: emails.replace('ines', 'jonas'),
    password: filePassword,
  })
  const [forAll] = await mailsTo(server, 'jonas@example.eu')
  assert.match(forAll?.text ?? '', /need a password from the sender/)
  assert.doesNotMatch(forAll?.text ?? '', /Only the sender/)
})

test('the bytes of a quantum-encrypted file come without a ticket, too, for bearer and key password', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  await makeKey(ada)
  const bytes = randomBytes(3000)
  const { id } = await lock(server, ada, bytes)
  const url = `${server.baseUrl}/api/download/${id}/file?${new URLSearchParams({ keyPassword })}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${ada.token}` } })
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  assert.equal(await codeOf(await fetch(url), 401), 'AUTHENTICATION_REQUIRED')
})

test('a free sender has no more time by quantum encryption', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  await makeKey(ada)
  const response = await sendAs(server, ada, randomBytes(10), {
    encryptionMethod: 'ml-kem768',
    expiresIn: '3d',
  })
  assert.equal(await codeOf(response, 403), 'PRO_SUBSCRIPTION_REQUIRED')
})
