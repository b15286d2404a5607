import { rsaKeys } from '#contract/keys.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../ports/services.ts'
import { readEncryptedPrivateKey } from './read-encrypted-private-key.ts'

/**
 * Keeps the private half of an RSA pair under another key password: the browser has encrypted it anew.
 * @throws Failure KEY_NOT_FOUND, INVALID_KEY
 */
export async function replacePrivateKey(
  { database }: Pick<Services, 'database'>,
  userId: string,
  { encryptedPrivateKey, iterations }: { encryptedPrivateKey: string; iterations?: number | undefined },
): Promise<void> {
  const replaced = await database
    .updateTable('rsa_pairs')
    .set({
      encrypted_private_key: readEncryptedPrivateKey(encryptedPrivateKey),
      iterations: iterations ?? rsaKeys.iterations.default,
    })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (Number(replaced.numUpdatedRows) === 0) throw new Failure('KEY_NOT_FOUND')
}
