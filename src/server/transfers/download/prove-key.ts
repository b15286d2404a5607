import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#crypto/random-id.ts'
import { headOfSlot } from '#end-to-end/format/slot.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findEndToEndSlot } from '../keys/end-to-end-slots.ts'
import { throttleFilePassword } from './throttle-file-password.ts'

/** A try at an end-to-end encrypted transfer. */
type KeyAttempt = {
  /** Proof that the caller has the key of the link and, where there is one, the password; base64url. */
  readonly keyProof?: string | undefined
  /** Address of the caller; see http/client-address.ts. */
  readonly address: string
}

/**
 * Checks the proof of a slot. Wrong ones are throttled as file passwords are; where the link alone opens the slot there is nothing
 * to guess, so that they count for their address only and hold up no other reader.
 * @returns the slot
 * @throws Failure LINK_KEY_REQUIRED, INVALID_FILE_PASSWORD, RATE_LIMITED, FILE_DAMAGED without a slot
 */
export async function proveKey(
  services: Services,
  transferId: string,
  { keyProof, address }: KeyAttempt,
): Promise<{ readonly slotId: string; readonly sealed: Uint8Array }> {
  if (keyProof === undefined) throw new Failure('LINK_KEY_REQUIRED')
  const row = await findEndToEndSlot(services.database, transferId)
  if (!row) throw new Failure('FILE_DAMAGED', { cause: new Error('no slot of its sender') })
  const hasPassword = headOfSlot(row.sealed).password !== undefined
  return throttleFilePassword(
    services,
    transferId,
    address,
    async () => {
      // guard: proof of an end-to-end key -> tests/http/downloads/end-to-end/end-to-end-downloads.test.ts "gives no byte without"
      if (!timingSafeEqual(sha256(Buffer.from(keyProof, 'base64url')), row.proof_hash))
        throw new Failure('INVALID_FILE_PASSWORD')
      return { slotId: row.slot_id, sealed: row.sealed }
    },
    { forEverybody: hasPassword },
  )
}
