import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { keyFailureText } from './key-text.ts'
import { makeKey } from './make-key.ts'

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
