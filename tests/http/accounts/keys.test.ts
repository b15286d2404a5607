import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import { goodPassword, type Person, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { rsaKey } from '#tests/support/accounts/rsa-key.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const keyPassword = 'a password for keys only'
const notFound = { code: 'KEY_NOT_FOUND', status: 404 }

function generate({ client }: Person, algorithm: string, password = keyPassword) {
  const known = mlKemAlgorithms.find(({ value }) => value === algorithm)
  assert.ok(known)
  return client.call('generateKey', { body: { algorithm: known.value, password } })
}

function changePassword({ client }: Person, currentPassword: string, newPassword: string) {
  const body = { currentPassword, newPassword }
  return client.call('changeKeyPassword', { params: { algorithm: 'ml-kem768' }, body })
}

forEachDatabase('key pairs', ({ place }) => {
  test('a person makes one of each kind, and reads it back', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const { client } = person
    assert.deepEqual((await client.call('keys')).keys, [])
    const lengths = { 'ml-kem512': 800, 'ml-kem768': 1184, 'ml-kem1024': 1568 }
    for (const { value: algorithm, securityLevel } of mlKemAlgorithms) {
      const params = { algorithm }
      await assert.rejects(client.call('key', { params }), notFound)
      const { keyInfo } = await generate(person, algorithm)
      assert.equal(keyInfo.securityInfo.securityLevel, securityLevel)
      const der = Buffer.from(keyInfo.public_key, 'base64')
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
      assert.equal(key.export({ format: 'raw-public' }).length, lengths[algorithm])
      assert.equal(keyInfo.fingerprint, createHash('sha256').update(der).digest('hex'))
      const { securityInfo, ...told } = keyInfo
      assert.deepEqual((await client.call('key', { params })).key, told)
      await assert.rejects(generate(person, algorithm), { code: 'KEY_EXISTS', status: 409 })
    }
    assert.deepEqual(
      (await client.call('keys')).keys.map(({ algorithm }) => algorithm),
      ['ml-kem512', 'ml-kem768', 'ml-kem1024'],
    )
    assert.deepEqual((await (await signUp(server, 'bob')).client.call('keys')).keys, [])
  })

  test('of many that are made at the same time one is kept', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => generate(person, 'ml-kem512')))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of tries) if (one.status === 'rejected') assert.equal(one.reason.code, 'KEY_EXISTS')
  })

  test('a new key password takes the place of the old one', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    await assert.rejects(changePassword(person, keyPassword, 'another good one'), notFound)
    const { keyInfo } = await generate(person, 'ml-kem768')
    await assert.rejects(changePassword(person, 'not the one', 'another good one'), {
      code: 'INVALID_KEY_PASSWORD',
      status: 403,
    })
    await assert.rejects(changePassword(person, keyPassword, 'short'), { code: 'PASSWORD_TOO_SHORT' })
    await changePassword(person, keyPassword, 'another good one')
    await assert.rejects(changePassword(person, keyPassword, 'a third good one'), {
      code: 'INVALID_KEY_PASSWORD',
    })
    await changePassword(person, 'another good one', keyPassword)
    const { key } = await person.client.call('key', { params: { algorithm: 'ml-kem768' } })
    assert.equal(key.public_key, keyInfo.public_key)
  })

  test('an RSA pair is kept as the browser made it, with its iterations', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const body = { ...rsaKey(), iterations: 600_000 }
    const { key } = await client.call('storeKey', { body })
    assert.equal(key.public_key, body.publicKey)
    assert.equal(key.encryptedPrivateKey, body.encryptedPrivateKey)
    assert.equal(key.iterations, 600_000)
    assert.deepEqual((await client.call('key', { params: { algorithm: 'rsa' } })).key, key)
    assert.deepEqual((await client.call('keys')).keys, [key])
    await assert.rejects(client.call('storeKey', { body: rsaKey() }), { code: 'KEY_EXISTS' })

    const encryptedPrivateKey = randomBytes(1250).toString('base64')
    await client.call('replacePrivateKey', { body: { encryptedPrivateKey } })
    const replaced = (await client.call('key', { params: { algorithm: 'rsa' } })).key
    assert.deepEqual(replaced, { ...key, encryptedPrivateKey, iterations: 100_000 })
  })

  test('a pair that is deleted is gone, and another can be made', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const { keyInfo } = await generate(person, 'ml-kem1024')
    await person.client.call('storeKey', { body: rsaKey() })
    for (const algorithm of ['ml-kem1024', 'rsa'] as const) {
      const params = { algorithm }
      assert.deepEqual(await person.client.call('keyFiles', { params }), {
        success: true,
        lost: [],
        lostCount: 0,
        keptCount: 0,
      })
      assert.equal((await person.client.call('deleteKey', { params })).deletedFiles, 0)
      for (const call of ['key', 'keyFiles', 'deleteKey'] as const) {
        await assert.rejects(person.client.call(call, { params }), notFound)
      }
    }
    const again = await generate(person, 'ml-kem1024')
    assert.notEqual(again.keyInfo.public_key, keyInfo.public_key)
  })

  test('another key password and a deletion are mailed, and everything is in the audit log', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await generate(ada, 'ml-kem768')
    await changePassword(ada, keyPassword, 'another good one')
    await ada.client.call('deleteKey', { params: { algorithm: 'ml-kem768' } })
    const subjects = await subjectsTo(server, 'ada@example.org')
    assert.deepEqual(subjects, [
      'One of your keys at localhost:3000 was deleted',
      'Your key password at localhost:3000 was changed',
    ])
    const admin = await signUpAdmin(server)
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'account', search: 'ada' } })
    const acts = entries.filter(({ details }) => details.algorithm === 'ml-kem768').map(({ act }) => act)
    assert.deepEqual(acts.toSorted(), [
      'account.key-deleted',
      'account.key-made',
      'account.key-password-changed',
    ])
  })

  test('no table holds the key password, or a private half in plain', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server, 'ada', goodPassword)
    await generate(person, 'ml-kem768')
    const [row] = await server.services.database.selectFrom('ml_kem_pairs').selectAll().execute()
    assert.ok(row)
    for (const value of Object.values(row)) {
      const kept = Buffer.from(value instanceof Uint8Array ? value : String(value))
      assert.equal(kept.includes(keyPassword), false)
    }
    assert.equal(row.sealed_seed.length, 22 + 12 + 64 + 16)
  })
})

test('a key password has eight characters and is not the first that anybody would try', async () => {
  await using server = await startServer()
  const person = await signUp(server)
  await assert.rejects(generate(person, 'ml-kem768', 'short'), {
    code: 'PASSWORD_TOO_SHORT',
    message: 'Password must be at least 8 characters.',
  })
  await assert.rejects(generate(person, 'ml-kem768', 'password123'), { code: 'PASSWORD_TOO_COMMON' })
  assert.deepEqual((await person.client.call('keys')).keys, [])
})

test('after five wrong key passwords the next must wait, ever longer', async () => {
  await using server = await startServer()
  server.clock.freeze()
  const person = await signUp(server)
  await generate(person, 'ml-kem768')
  for (let time = 0; time < 5; time += 1) {
    await assert.rejects(changePassword(person, 'not the one', keyPassword), { status: 403 })
  }
  for (const seconds of [1, 2, 4]) {
    await assert.rejects(changePassword(person, keyPassword, keyPassword), { code: 'RATE_LIMITED' })
    server.clock.advance(seconds * SECOND)
    await assert.rejects(changePassword(person, 'not the one', keyPassword), { status: 403 })
  }
  server.clock.advance(8 * SECOND)
  await changePassword(person, keyPassword, keyPassword)
})

const malformed: Record<string, () => object> = {
  'a key of 1024 bits': () => rsaKey(1024),
  'no key': () => ({ ...rsaKey(), publicKey: randomBytes(294).toString('base64') }),
  'another kind of key': () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { ...rsaKey(), publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
  },
  'no room for a private key': () => ({
    ...rsaKey(),
    encryptedPrivateKey: randomBytes(44).toString('base64'),
  }),
  'no base64': () => ({ ...rsaKey(), encryptedPrivateKey: '<script>' }),
  'few iterations': () => ({ ...rsaKey(), iterations: 1000 }),
  'another type': () => ({ ...rsaKey(), keyType: 'dsa' }),
}
test('what is no RSA pair is refused', async () => {
  await using server = await startServer()
  const person = await signUp(server)
  for (const [what, make] of Object.entries(malformed)) {
    const response = await send(server, person, 'POST', '/users/keys', make())
    assert.match(await codeOf(response, 400), /^(INVALID_KEY|BAD_REQUEST)$/, what)
  }
  assert.deepEqual((await person.client.call('keys')).keys, [])
})

test('there is no key of an unknown kind', async () => {
  await using server = await startServer()
  const person = await signUp(server)
  for (const [method, path] of [
    ['GET', '/users/keys/kyber'],
    ['GET', '/users/keys/kyber/files'],
    ['DELETE', '/users/keys/kyber'],
    ['POST', '/users/keys/rsa/password'],
  ] as const) {
    const body = method === 'POST' ? { currentPassword: 'a', newPassword: 'b' } : undefined
    assert.equal(await codeOf(await send(server, person, method, path, body), 404), 'KEY_NOT_FOUND')
  }
})

test('keys are for people who are signed in', async () => {
  await using server = await startServer()
  for (const [method, path] of [
    ['GET', '/users/keys'],
    ['GET', '/users/keys/rsa'],
    ['GET', '/users/keys/rsa/files'],
    ['DELETE', '/users/keys/rsa'],
    ['POST', '/users/keys'],
    ['PUT', '/users/keys/rsa'],
    ['POST', '/users/pqc/generate'],
    ['POST', '/users/keys/ml-kem512/password'],
  ] as const) {
    const response = await fetch(`${server.baseUrl}/api${path}`, { method })
    assert.equal(await codeOf(response, 401), 'AUTHENTICATION_REQUIRED', `${method} ${path}`)
  }
})

function send(
  { baseUrl }: TestServer,
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return fetch(`${baseUrl}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
