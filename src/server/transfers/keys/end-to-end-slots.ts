import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { headOfSlot, SlotDamaged, type SlotHead } from '#end-to-end/format/slot.ts'
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
  const [bytes, hash] = [fromBase64url(slot), fromBase64url(proofHash)]
  if (hash?.length !== 32) throw new Failure('VALIDATION_ERROR', { details: 'proof: not 32 bytes' })
  const wrong = (why: string) => new Failure('VALIDATION_ERROR', { details: `slot: ${why}` })
  let head: SlotHead
  try {
    // guard: form and cost of a sent slot -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "slots of another form"
    head = headOfSlot(bytes ?? new Uint8Array(0))
  } catch (error) {
    throw error instanceof SlotDamaged ? wrong(error.message) : error
  }
  // guard: slots for requests, in requests alone -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "slots of another form"
  if (head.recipient) throw wrong('it is for the owner of a request')
  return { bytes: bytes ?? new Uint8Array(0), head, proofHash: hash }
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
