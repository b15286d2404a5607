import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { headOfSlot, SlotDamaged, type SlotHead } from '#end-to-end/format/slot.ts'
import { isEqual } from '#end-to-end/primitives.ts'
import type { Database, EndToEndSlotsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/** A slot as its sender sent it. */
export type SentSlot = {
  readonly bytes: Uint8Array
  readonly head: SlotHead
  /** SHA-256 of the proof. */
  readonly proofHash: Uint8Array
}

/** @throws Failure VALIDATION_ERROR for a slot of an unknown form, or one that makes guesses at its password cheap */
export function readSentSlot(slot: string, proofHash: string): SentSlot {
  const sent = readSlot(slot, proofHash)
  // The schemas of other uploads take no slot of that length, either.
  if (sent.head.recipient) throw wrongSlot('it is for the owner of a request')
  return sent
}

/** The same of a visitor. @param keyHash fingerprint of the key of the request @throws Failure VALIDATION_ERROR */
export function readRequestSlot(slot: string, proofHash: string, keyHash: Uint8Array): SentSlot {
  const sent = readSlot(slot, proofHash)
  // guard: key of a visitor's slot -> tests/http/requests/browser-locks.test.ts "another key"
  if (!sent.head.recipient || !isEqual(sent.head.recipient.keyHash, keyHash))
    throw wrongSlot('it is not for the key of this request')
  return sent
}

function readSlot(slot: string, proofHash: string): SentSlot {
  const [bytes = new Uint8Array(0), hash] = [fromBase64url(slot), fromBase64url(proofHash)]
  if (hash?.length !== 32) throw new Failure('VALIDATION_ERROR', { details: 'proof: not 32 bytes' })
  try {
    // guard: form and cost of a sent slot -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "slots of another form"
    return { bytes, head: headOfSlot(bytes), proofHash: hash }
  } catch (error) {
    throw error instanceof SlotDamaged ? wrongSlot(error.message) : error
  }
}

function wrongSlot(why: string): Failure {
  return new Failure('VALIDATION_ERROR', { details: `slot: ${why}` })
}

/** The head of a slot, in base64url. Receivers and managers make their proof from it. */
export function writeHead({ sealed }: Pick<EndToEndSlotsRow, 'sealed'>): string {
  return toBase64url(headOfSlot(sealed).bytes)
}

/** The slot of an end-to-end encrypted transfer; undefined once it has ended. */
export async function findEndToEndSlot(
  database: Database,
  transferId: string,
): Promise<EndToEndSlotsRow | undefined> {
  return database
    .selectFrom('end_to_end_slots')
    .innerJoin('slots', 'slots.id', 'end_to_end_slots.slot_id')
    .selectAll('end_to_end_slots')
    .where('slots.transfer_id', '=', transferId)
    .executeTakeFirst()
}
