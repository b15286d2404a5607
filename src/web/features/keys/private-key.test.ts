import assert from 'node:assert/strict'
import { createDecipheriv, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import { storeKeyRequest } from '#contract/accounts/keys.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { keyFailureText } from './key-text.ts'
import { makeKey, makeRsaPair } from './make-key.ts'
import { lockPrivateKey, openPrivateKey } from './private-key.ts'

test('an RSA pair has 2048 bits, and its private half opens by the book with the key password', async () => {
  const pair = await makeRsaPair('Schlüssel für 鍵')
  assert.equal(storeKeyRequest.safeParse(pair).success, true)
  const publicKey = createPublicKey({
    key: Buffer.from(pair.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  assert.equal(publicKey.asymmetricKeyDetails?.modulusLength, 2048)
  assert.equal(pair.iterations, 100_000)

  const bytes = Buffer.from(pair.encryptedPrivateKey, 'base64')
  const key = pbkdf2Sync('Schlüssel für 鍵', bytes.subarray(0, 16), 100_000, 32, 'sha256')
  const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28)).setAuthTag(bytes.subarray(-16))
  const pkcs8 = Buffer.concat([opening.update(bytes.subarray(28, -16)), opening.final()])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  assert.deepEqual(
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    Buffer.from(pair.publicKey, 'base64'),
  )
})

test('a private key opens with its password only, however its letters are composed', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(1218))
  const locked = await lockPrivateKey(bytes, 'Schlu\u0308ssel 9')
  assert.deepEqual(await openPrivateKey(locked, 'Schl\u00fcssel 9'), bytes)
  assert.equal(await openPrivateKey(locked, 'Schluessel 9'), undefined)
  assert.equal(await openPrivateKey({ ...locked, iterations: 100_001 }, 'Schl\u00fcssel 9'), undefined)
  const again = await lockPrivateKey(bytes, 'Schl\u00fcssel 9')
  assert.notEqual(again.encryptedPrivateKey.slice(0, 16), locked.encryptedPrivateKey.slice(0, 16))
})

test('a page that did not come over https says that it makes no RSA pair', async (t) => {
  speakInTest('en')
  // Browsers keep this from such pages.
  const subtle = Object.getOwnPropertyDescriptor(Crypto.prototype, 'subtle')
  assert.ok(subtle)
  t.after(() => Object.defineProperty(Crypto.prototype, 'subtle', subtle))
  Reflect.deleteProperty(Crypto.prototype, 'subtle')
  const refused = await makeKey('rsa', 'a key password').catch((error: unknown) => error)
  assert.equal(
    keyFailureText(refused, 'keys.failed'),
    'This browser can only create and open RSA keys on https pages.',
  )
})
