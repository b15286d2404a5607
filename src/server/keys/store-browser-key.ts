import type { StoreXWingKey } from '#contract/accounts/keys.ts'
import { newId } from '#crypto/random-id.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { sealedSeedLength } from '#end-to-end/format/private-half.ts'
import { publicKeyLength } from '#end-to-end/format/request-slot.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'

/**
 * Keeps the public half of an X-Wing pair that its person's browser has made, and the private half if it comes sealed.
 * @throws Failure INVALID_KEY, KEY_EXISTS, END_TO_END_NOT_ALLOWED where the service takes nothing that is sealed in browsers
 */
export async function storeBrowserKey(
  services: Pick<Services, 'database' | 'config' | 'clock' | 'keyRing'>,
  owner: KeyOwner,
  { publicKey, encryptedPrivateKey }: StoreXWingKey,
): Promise<void> {
  if (services.config.endToEnd === 'off') throw new Failure('END_TO_END_NOT_ALLOWED')
  const row = {
    id: newId(),
    user_id: owner.id,
    public_key: await readPublicKey(publicKey),
    sealed_seed: encryptedPrivateKey === undefined ? null : readSealedSeed(encryptedPrivateKey),
    created_at: services.clock.now(),
  }
  await transact(services.database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    const inserted = await transaction
      .insertInto('x_wing_pairs')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw new Failure('KEY_EXISTS')
    await recordKeyChange(services, transaction, { user, device: owner.device }, 'made', 'x-wing')
  })
}

async function readPublicKey(base64: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  try {
    if (bytes.length !== publicKeyLength) throw new RangeError('another length')
    // guard: a key that can be sealed for -> tests/http/requests/browser-locks.test.ts "of another form"
    await nodeXWing.encapsulate(bytes)
    return bytes
  } catch (cause) {
    throw new Failure('INVALID_KEY', { details: 'publicKey: no key of X-Wing, 1216 bytes in base64', cause })
  }
}

function readSealedSeed(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== sealedSeedLength || bytes[0] !== 1)
    throw new Failure('INVALID_KEY', {
      details: `encryptedPrivateKey: not ${sealedSeedLength} bytes of version 1`,
    })
  return bytes
}
