import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { requestKeyHash } from '#end-to-end/format/request-slot.ts'
import checkRequestKey from './check-request-key.ts'

test('the key of a request is that of its link, or another, or one to be compared', async () => {
  const [publicKey, other] = [webPrimitives.random(1216), webPrimitives.random(1216)]
  const written = Buffer.from(publicKey).toString('base64')
  const said = toBase64url(await requestKeyHash(webPrimitives, publicKey))
  const right = await checkRequestKey(written, said)
  assert.ok(right.state === 'right' && right.words.length === 8)
  assert.deepEqual(right.publicKey, publicKey)
  assert.equal((await checkRequestKey(written, undefined)).state, 'unsaid')
  for (const [key, fingerprint] of [
    [Buffer.from(other).toString('base64'), said],
    [written, said.slice(1)],
    [written, ''],
    [written.slice(4), said],
    [undefined, said],
    [undefined, undefined],
  ] as const)
    assert.equal((await checkRequestKey(key, fingerprint)).state, 'wrong')
})
