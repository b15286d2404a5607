import type { OwnKey } from '#contract/keys.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { MlKemPairsRow, RsaPairsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findMlKemPairs, findRsaPair } from './find-pairs.ts'

/** The key pairs of a person, as they are told about them. */
export async function listOwnKeys(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<OwnKey[]> {
  const rsa = await findRsaPair(database, userId)
  const pairs = await findMlKemPairs(database, userId)
  return [...(rsa ? [ofRsa(rsa)] : []), ...pairs.map(ofMlKem)]
}

/** SHA-256 of a public key's DER, in hexadecimal: what two people compare. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return sha256(publicKey).toString('hex')
}

function ofMlKem({ algorithm, public_key, created_at }: MlKemPairsRow): OwnKey {
  return { algorithm, ...publicHalf(public_key), createdAt: new Date(created_at).toISOString() }
}

function ofRsa({ public_key, encrypted_private_key, iterations, created_at }: RsaPairsRow): OwnKey {
  return {
    algorithm: 'rsa',
    ...publicHalf(public_key),
    createdAt: new Date(created_at).toISOString(),
    encryptedPrivateKey: Buffer.from(encrypted_private_key).toString('base64'),
    iterations,
  }
}

function publicHalf(publicKey: Uint8Array): Pick<OwnKey, 'public_key' | 'fingerprint'> {
  return {
    public_key: Buffer.from(publicKey).toString('base64'),
    fingerprint: fingerprintOf(publicKey),
  }
}
