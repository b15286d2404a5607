import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deriveFromPassword, passwordCosts } from '../passwords/password-hash.ts'
import { createKeyRing, newMasterKeyText, parseMasterKeys } from './key-ring.ts'
import {
  deriveFileKey,
  deriveMetadataKey,
  newLifeKey,
  newTransferKey,
  openLifeKey,
  openMlKemSlot,
  openPasswordSlot,
  openServerSlot,
  openTicketSlot,
  openUploadSlot,
  sealLifeKey,
  sealMlKemSlot,
  sealPasswordSlot,
  sealServerSlot,
  sealTicketSlot,
  sealUploadSlot,
} from './transfer-key.ts'
import { newMlKemPair } from './user-key.ts'

const transferId = 'a-transfer'
const wrong = { name: 'WrongKey' }

test('a life key opens with its day key, for its day and transfer only', () => {
  const [lifeKey, dayKey] = [newLifeKey(), randomBytes(32)]
  const place = { day: '2026-11-21', transferId }
  const sealed = sealLifeKey(lifeKey, dayKey, place)
  assert.equal(sealed.length, 60)
  assert.deepEqual(openLifeKey(sealed, dayKey, place), lifeKey)
  assert.throws(() => openLifeKey(sealed, randomBytes(32), place), wrong)
  assert.throws(() => openLifeKey(sealed, dayKey, { ...place, day: '2026-11-22' }), wrong)
  assert.throws(() => openLifeKey(sealed, dayKey, { ...place, transferId: 'b-transfer' }), wrong)
  assert.throws(() => openLifeKey(new Uint8Array(), dayKey, place), wrong)
})

test('a transfer that moves to another day keeps its slots: only the life key is sealed again', () => {
  const [transferKey, lifeKey] = [newTransferKey(), newLifeKey()]
  const [today, tomorrow] = [randomBytes(32), randomBytes(32)]
  const slot = sealServerSlot(transferKey, lifeKey, transferId)
  const before = { day: '2026-11-21', transferId }
  const after = { day: '2026-11-22', transferId }
  const moved = sealLifeKey(openLifeKey(sealLifeKey(lifeKey, today, before), today, before), tomorrow, after)
  assert.deepEqual(openServerSlot(slot, openLifeKey(moved, tomorrow, after), transferId), transferKey)
  assert.throws(() => openLifeKey(moved, today, after), wrong)
})

test('each file of a transfer has a key of its own, and so has the description of an upload', () => {
  const transferKey = newTransferKey()
  const keys = [
    transferKey,
    deriveFileKey(transferKey, 'a'),
    deriveFileKey(transferKey, 'b'),
    deriveFileKey(newTransferKey(), 'a'),
    deriveMetadataKey(transferKey, 'a'),
  ]
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, keys.length)
  assert.deepEqual(deriveFileKey(transferKey, 'a'), deriveFileKey(transferKey, 'a'))
})

test('a server slot opens with its life key, for its transfer only', () => {
  const [transferKey, lifeKey] = [newTransferKey(), newLifeKey()]
  const slot = sealServerSlot(transferKey, lifeKey, transferId)
  assert.deepEqual(openServerSlot(slot, lifeKey, transferId), transferKey)
  assert.throws(() => openServerSlot(slot, newLifeKey(), transferId), wrong)
  assert.throws(() => openServerSlot(slot, lifeKey, 'b-transfer'), wrong)
  assert.throws(() => openTicketSlot(slot, lifeKey, transferId), wrong)
})

test('every altered byte of a slot is refused', async () => {
  const key = randomBytes(32)
  const slots = [
    sealServerSlot(newTransferKey(), key, transferId),
    sealTicketSlot(newTransferKey(), key, transferId),
  ]
  for (const [which, slot] of slots.entries()) {
    for (let at = 0; at < slot.length; at += 1) {
      const altered = Buffer.from(slot)
      altered[at] = (altered[at] ?? 0) ^ 1
      assert.throws(() => (which === 0 ? openServerSlot : openTicketSlot)(altered, key, transferId), wrong)
    }
  }
  const slot = await sealPasswordSlot(newTransferKey(), key, 'secret', transferId, passwordCosts.full.file)
  slot[1] = 0xff
  await assert.rejects(openPasswordSlot(slot, key, 'secret', transferId), wrong)
})

test('a sealed key of another length is refused', () => {
  const key = randomBytes(32)
  const slot = sealServerSlot(newTransferKey(), key, transferId)
  for (const other of [slot.subarray(0, -1), slot.subarray(0, 20), Buffer.concat([slot, Buffer.of(0)])])
    assert.throws(() => openServerSlot(other, key, transferId), wrong)
})

test('a password slot needs the password and the life key', async () => {
  const [transferKey, lifeKey] = [newTransferKey(), newLifeKey()]
  const slot = await sealPasswordSlot(transferKey, lifeKey, 'Zoë’s file', transferId, passwordCosts.full.file)
  assert.deepEqual(await openPasswordSlot(slot, lifeKey, 'Zoe\u0308’s file', transferId), transferKey)
  await assert.rejects(openPasswordSlot(slot, lifeKey, 'zoë’s file', transferId), wrong)
  await assert.rejects(openPasswordSlot(slot, newLifeKey(), 'Zoë’s file', transferId), wrong)
  await assert.rejects(openPasswordSlot(slot, lifeKey, 'Zoë’s file', 'b-transfer'), wrong)
})

test('an upload slot needs the id of the upload and the day key', () => {
  const [transferKey, dayKey, uploadId] = [newTransferKey(), randomBytes(32), randomBytes(16)]
  const slot = sealUploadSlot(transferKey, dayKey, uploadId, transferId)
  assert.deepEqual(openUploadSlot(slot, dayKey, uploadId, transferId), transferKey)
  assert.throws(() => openUploadSlot(slot, dayKey, randomBytes(16), transferId), wrong)
  assert.throws(() => openUploadSlot(slot, randomBytes(32), uploadId, transferId), wrong)
  assert.throws(() => openUploadSlot(slot, dayKey, uploadId, 'b-transfer'), wrong)
  assert.throws(() => openServerSlot(slot, dayKey, transferId), wrong)
})

for (const algorithm of ['ml-kem512', 'ml-kem768', 'ml-kem1024'] as const) {
  test(`a slot for ${algorithm} needs the private half and the life key, for its transfer only`, () => {
    const [transferKey, lifeKey] = [newTransferKey(), newLifeKey()]
    const { publicKey, seed } = newMlKemPair(algorithm)
    const slot = sealMlKemSlot(transferKey, lifeKey, { algorithm, publicKey }, transferId)
    const own = { algorithm, seed }
    assert.deepEqual(openMlKemSlot(slot, lifeKey, own, transferId), transferKey)
    const stranger = { algorithm, seed: newMlKemPair(algorithm).seed }
    assert.throws(() => openMlKemSlot(slot, lifeKey, stranger, transferId), wrong)
    assert.throws(() => openMlKemSlot(slot, newLifeKey(), own, transferId), wrong)
    assert.throws(() => openMlKemSlot(slot, lifeKey, own, 'b-transfer'), wrong)
    for (const at of [0, 1, 2, slot.length - 61, slot.length - 60, slot.length - 1]) {
      const altered = Buffer.from(slot)
      altered[at] = (altered[at] ?? 0) ^ 1
      assert.throws(() => openMlKemSlot(altered, lifeKey, own, transferId), wrong, `byte ${at}`)
    }
    assert.throws(() => openMlKemSlot(slot.subarray(0, 100), lifeKey, own, transferId), wrong)
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
  const cheap = { ...passwordCosts.full.file, memory: 8 }
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
