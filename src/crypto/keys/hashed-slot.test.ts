import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isHashedSlot, openHashedSlot, sealHashedSlot } from './hashed-slot.ts'
import { openPasswordSlot, WrongKey } from './transfer-key.ts'

const [transferKey, lifeKey] = [randomBytes(32), randomBytes(32)]

/** As the package argon2 of npm writes it, at a low cost. */
function hashOf(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 256, passes: 3, parallelism: 4 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=256,t=3,p=4$${salt}$${hash}`
}

test('a slot with a hash opens with its password only', async () => {
  const slot = sealHashedSlot(transferKey, lifeKey, hashOf('pass words'), 'one')
  assert.equal(isHashedSlot(slot), true)
  assert.deepEqual(await openHashedSlot(slot, lifeKey, 'pass words', 'one'), transferKey)
  await assert.rejects(openHashedSlot(slot, lifeKey, 'another', 'one'), WrongKey)
  await assert.rejects(openHashedSlot(slot, lifeKey, '', 'one'), WrongKey)
})

test('a slot with a hash opens for its transfer and with its life key only, and does not show the hash', async () => {
  const slot = sealHashedSlot(transferKey, lifeKey, hashOf('pass words'), 'one')
  await assert.rejects(openHashedSlot(slot, lifeKey, 'pass words', 'two'), WrongKey)
  await assert.rejects(openHashedSlot(slot, randomBytes(32), 'pass words', 'one'), WrongKey)
  for (const at of [0, 1, 40, slot.length - 1]) {
    const forged = Buffer.from(slot)
    forged[at] = (forged[at] ?? 0) ^ 1
    await assert.rejects(openHashedSlot(forged, lifeKey, 'pass words', 'one'), WrongKey)
  }
  await assert.rejects(openHashedSlot(slot.subarray(0, 40), lifeKey, 'pass words', 'one'), WrongKey)
  assert.doesNotMatch(slot.toString('latin1'), /argon2/)
})

test('a release that does not know slots with a hash opens none', async () => {
  const slot = sealHashedSlot(transferKey, lifeKey, hashOf('pass words'), 'one')
  await assert.rejects(openPasswordSlot(slot, lifeKey, 'pass words', 'one'), WrongKey)
})
