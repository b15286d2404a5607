import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createKeyRing, newMasterKeyText, parseMasterKeys } from './key-ring.ts'
import { deriveFromPassword, passwordCosts } from './password-hash.ts'
import {
  newFileKey,
  openMlKemSlot,
  openPasswordSlot,
  openServerSlot,
  openTicketSlot,
  openUploadSlot,
  sealMlKemSlot,
  sealPasswordSlot,
  sealServerSlot,
  sealTicketSlot,
  sealUploadSlot,
} from './transfer-key.ts'
import { newMlKemPair } from './user-key.ts'

const place = { blobIds: [randomBytes(16)], fileId: 'a-file' }
const wrong = { name: 'WrongKey' }

test('a server slot opens with its day key, in its place only', () => {
  const [fileKey, dayKey] = [newFileKey(), randomBytes(32)]
  const slot = sealServerSlot(fileKey, dayKey, place)
  assert.deepEqual(openServerSlot(slot, dayKey, place), fileKey)
  assert.throws(() => openServerSlot(slot, randomBytes(32), place), wrong)
  assert.throws(() => openServerSlot(slot, dayKey, { ...place, fileId: 'b-file' }), wrong)
  assert.throws(() => openServerSlot(slot, dayKey, { ...place, blobIds: [randomBytes(16)] }), wrong)
  assert.throws(() => openTicketSlot(slot, dayKey, place), wrong)
})

test('every altered byte of a slot is refused', async () => {
  const dayKey = randomBytes(32)
  const slots = [sealServerSlot(newFileKey(), dayKey, place), sealTicketSlot(newFileKey(), dayKey, place)]
  for (const [which, slot] of slots.entries()) {
    for (let at = 0; at < slot.length; at += 1) {
      const altered = Buffer.from(slot)
      altered[at] = (altered[at] ?? 0) ^ 1
      assert.throws(() => (which === 0 ? openServerSlot : openTicketSlot)(altered, dayKey, place), wrong)
    }
  }
  const slot = await sealPasswordSlot(newFileKey(), dayKey, 'secret', place)
  slot[1] = 0xff
  await assert.rejects(openPasswordSlot(slot, dayKey, 'secret', place), wrong)
})

test('a password slot wants the password and the day key', async () => {
  const [fileKey, dayKey] = [newFileKey(), randomBytes(32)]
  const slot = await sealPasswordSlot(fileKey, dayKey, 'Zoë’s file', place)
  assert.deepEqual(await openPasswordSlot(slot, dayKey, 'Zoe\u0308’s file', place), fileKey)
  await assert.rejects(openPasswordSlot(slot, dayKey, 'zoë’s file', place), wrong)
  await assert.rejects(openPasswordSlot(slot, randomBytes(32), 'Zoë’s file', place), wrong)
})

test('an upload slot wants the id of the upload and the day key', () => {
  const [fileKey, dayKey, uploadId] = [newFileKey(), randomBytes(32), randomBytes(16)]
  const slot = sealUploadSlot(fileKey, dayKey, uploadId, 'a-file')
  assert.deepEqual(openUploadSlot(slot, dayKey, uploadId, 'a-file'), fileKey)
  assert.throws(() => openUploadSlot(slot, dayKey, randomBytes(16), 'a-file'), wrong)
  assert.throws(() => openUploadSlot(slot, randomBytes(32), uploadId, 'a-file'), wrong)
  assert.throws(() => openUploadSlot(slot, dayKey, uploadId, 'b-file'), wrong)
  assert.throws(() => openServerSlot(slot, dayKey, { fileId: 'a-file', blobIds: [] }), wrong)
})

for (const algorithm of ['ml-kem512', 'ml-kem768', 'ml-kem1024'] as const) {
  test(`a slot for ${algorithm} wants the private half and the day key, in its place only`, () => {
    const [fileKey, dayKey] = [newFileKey(), randomBytes(32)]
    const { publicKey, seed } = newMlKemPair(algorithm)
    const slot = sealMlKemSlot(fileKey, dayKey, { algorithm, publicKey }, place)
    const own = { algorithm, seed }
    assert.deepEqual(openMlKemSlot(slot, dayKey, own, place), fileKey)
    const stranger = { algorithm, seed: newMlKemPair(algorithm).seed }
    assert.throws(() => openMlKemSlot(slot, dayKey, stranger, place), wrong)
    assert.throws(() => openMlKemSlot(slot, randomBytes(32), own, place), wrong)
    assert.throws(() => openMlKemSlot(slot, dayKey, own, { ...place, fileId: 'b-file' }), wrong)
    for (const at of [0, 1, 2, slot.length - 61, slot.length - 60, slot.length - 1]) {
      const altered = Buffer.from(slot)
      altered[at] = (altered[at] ?? 0) ^ 1
      assert.throws(() => openMlKemSlot(altered, dayKey, own, place), wrong, `byte ${at}`)
    }
    assert.throws(() => openMlKemSlot(slot.subarray(0, 100), dayKey, own, place), wrong)
  })
}

test('Argon2id is the one of RFC 9106', () => {
  const tag = argon2Sync('argon2id', {
    message: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    parallelism: 4,
    tagLength: 32,
    memory: 32,
    passes: 3,
  })
  assert.equal(tag.toString('hex'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659')
})

test('beyond three at work and sixty-four in the queue, password work is refused', async () => {
  const cheap = { ...passwordCosts.file, memory: 8 }
  const work = Array.from({ length: 80 }, () => deriveFromPassword('secret', randomBytes(16), cheap))
  const results = await Promise.allSettled(work)
  const done = results.filter(({ status }) => status === 'fulfilled').length
  // How many are at work depends on the cores.
  assert.ok(done > 64 && done <= 67, `${done} were done`)
  await deriveFromPassword('secret', randomBytes(16), cheap)
})

test('a rotation re-seals day keys and pair keys, and they stay the same', () => {
  const [old, young] = [newMasterKeyText('k1'), newMasterKeyText('k2')]
  const before = createKeyRing(parseMasterKeys(old))
  const stored = before.newDayKey('2026-11-21')
  const during = createKeyRing(parseMasterKeys(`${young},${old}`))
  const moved = during.reseal('2026-11-21', stored.kid, stored.sealed)
  assert.equal(moved.kid, 'k2')
  const after = createKeyRing(parseMasterKeys(young))
  assert.deepEqual(
    after.openDayKey('2026-11-21', moved.kid, moved.sealed),
    before.openDayKey('2026-11-21', stored.kid, stored.sealed),
  )
  assert.throws(() => after.openDayKey('2026-11-21', stored.kid, stored.sealed), {
    name: 'MasterKeysInvalid',
  })
  assert.throws(() => after.openDayKey('2026-11-22', moved.kid, moved.sealed), wrong)

  const pair = before.newPairKey('a-pair')
  const movedPair = during.resealPairKey('a-pair', pair.kid, pair.sealed)
  assert.deepEqual(
    after.openPairKey('a-pair', movedPair.kid, movedPair.sealed),
    before.openPairKey('a-pair', pair.kid, pair.sealed),
  )
  assert.throws(() => after.openPairKey('b-pair', movedPair.kid, movedPair.sealed), wrong)
  assert.throws(() => after.openDayKey('a-pair', movedPair.kid, movedPair.sealed), wrong)
})

test('master keys that are weak, short or named twice are refused without being shown', () => {
  const good = newMasterKeyText('k1')
  for (const text of [
    '',
    'k1',
    'k1:c2hvcnQ=',
    `k1:${Buffer.alloc(32).toString('base64')}`,
    `${good},${good}`,
  ]) {
    assert.throws(
      () => parseMasterKeys(text),
      (error: Error) => error.name === 'MasterKeysInvalid' && !error.message.includes(good.slice(3)),
    )
  }
})
