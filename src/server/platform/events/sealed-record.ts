import { openMessage, sealMessage } from '#crypto/content/seal-message.ts'
import type { KeyRing, SealedUnderMaster } from '#crypto/keys/key-ring.ts'

/**
 * Seals a record that waits in a table for a moment, as JSON, under the active outbox key.
 * @param place the table and the id of its row; it opens in no other
 */
export function sealRecord(keyRing: KeyRing, place: string, record: unknown): SealedUnderMaster {
  const kid = keyRing.activeKid
  const plain = Buffer.from(JSON.stringify(record), 'utf8')
  return { kid, sealed: sealMessage(keyRing.outboxKey(kid), contextOf(place, kid), plain) }
}

/**
 * Opens a record of sealRecord, to be validated by its reader.
 * @throws MasterKeysInvalid when the master key is not at hand, ContentDamaged when it does not fit
 */
export function openRecord(keyRing: KeyRing, place: string, { kid, sealed }: SealedUnderMaster): unknown {
  return JSON.parse(openMessage(keyRing.outboxKey(kid), contextOf(place, kid), sealed).toString('utf8'))
}

function contextOf(place: string, kid: string): Buffer {
  return Buffer.from(`restante/v1 outbox\0${place}\0${kid}`, 'utf8')
}
