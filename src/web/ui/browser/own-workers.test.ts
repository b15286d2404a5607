import assert from 'node:assert/strict'
import { before, test } from 'node:test'

const origin = 'https://send.example'
let ownWorkerAddress: (address: string, origin: string) => string
before(async () => {
  // Node has no Trusted Types, so no policy is created.
  Object.assign(globalThis, { window: {} })
  ownWorkerAddress = (await import('./own-workers.ts')).ownWorkerAddress
})

test('a worker of the build passes, however it is written', () => {
  const whole = `${origin}/assets/worker-hash-D_-x09az.js`
  for (const address of ['/assets/worker-hash-D_-x09az.js', 'assets/worker-hash-D_-x09az.js', whole])
    assert.equal(ownWorkerAddress(address, origin), whole)
})

for (const address of [
  'https://elsewhere.example/assets/worker-a-00000000.js',
  '//elsewhere.example/assets/worker-a-00000000.js',
  `${origin}:8443/assets/worker-a-00000000.js`,
  'http://send.example/assets/worker-a-00000000.js',
  `blob:${origin}/00000000-0000-0000-0000-000000000000`,
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  '/assets/base-00000000.js',
  '/assets/worker-a.js/../base-00000000.js',
  '/assets/worker-a-00000000.js?x',
  '/assets/worker-a-00000000.js#x',
  '/api/download/AAAAAAAAAAAAAAAAAAAAAA/assets/worker-a-00000000.js',
  '/assets/worker-a%2F..%2Fbase.js',
  'https://',
  '',
])
  test(`${address || 'nothing'} does not pass`, () => {
    assert.throws(() => ownWorkerAddress(address, origin), TypeError)
  })
