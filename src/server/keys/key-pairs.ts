import type { MlKemAlgorithm, OwnKey } from '#contract/accounts/keys.ts'
import { sha256 } from '#crypto/random-id.ts'
import { fingerprintWords } from '#end-to-end/format/key-words.ts'
import { requestKeyLabel } from '#end-to-end/format/request-slot.ts'
import type {
  Database,
  MlKemPairsRow,
  RsaPairsRow,
  XWingPairsRow,
} from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** The post-quantum pairs of a person. */
export function findMlKemPairs(database: Database, userId: string): Promise<MlKemPairsRow[]> {
  return database
    .selectFrom('ml_kem_pairs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** A person's post-quantum pair of one kind. @throws Failure KEY_NOT_FOUND */
export async function findMlKemPair(
  database: Database,
  userId: string,
  algorithm: MlKemAlgorithm,
): Promise<MlKemPairsRow> {
  const row = await database
    .selectFrom('ml_kem_pairs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('algorithm', '=', algorithm)
    .executeTakeFirst()
  if (!row) throw new Failure('KEY_NOT_FOUND')
  return row
}

/** The pair that a slot was made for. @throws Failure KEY_NOT_FOUND when it has just been deleted */
export async function findMlKemPairById(database: Database, id: string): Promise<MlKemPairsRow> {
  const row = await database.selectFrom('ml_kem_pairs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('KEY_NOT_FOUND')
  return row
}

function findRsaPair(database: Database, userId: string): Promise<RsaPairsRow | undefined> {
  return database.selectFrom('rsa_pairs').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The pair of a person that requests are locked with in browsers. */
export function findXWingPair(database: Database, userId: string): Promise<XWingPairsRow | undefined> {
  return database.selectFrom('x_wing_pairs').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The key pairs of a person, as they are told about them. */
export async function listOwnKeys(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<OwnKey[]> {
  const rsa = await findRsaPair(database, userId)
  const pairs = await findMlKemPairs(database, userId)
  const browser = await findXWingPair(database, userId)
  return [...(rsa ? [ofRsa(rsa)] : []), ...(browser ? [ofXWing(browser)] : []), ...pairs.map(ofMlKem)]
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

function ofXWing({ public_key, sealed_seed, created_at }: XWingPairsRow): OwnKey {
  const { words, fingerprint } = browserKeyFacts(public_key)
  return {
    algorithm: 'x-wing',
    public_key: Buffer.from(public_key).toString('base64'),
    fingerprint,
    words,
    createdAt: new Date(created_at).toISOString(),
    ...(sealed_seed && { encryptedPrivateKey: Buffer.from(sealed_seed).toString('base64') }),
  }
}

/** Parts of a key of X-Wing that people and programs compare. */
export function browserKeyFacts(publicKey: Uint8Array): {
  hash: Buffer
  fingerprint: string
  words: string[]
} {
  const hash = sha256(Buffer.concat([requestKeyLabel, publicKey]))
  return { hash, fingerprint: hash.toString('hex'), words: fingerprintWords(hash) }
}

/** Public facts of a pair. @param publicKey SubjectPublicKeyInfo in DER */
export function publicHalf(publicKey: Uint8Array): Pick<OwnKey, 'public_key' | 'fingerprint' | 'words'> {
  const fingerprint = fingerprintOf(publicKey)
  return {
    public_key: Buffer.from(publicKey).toString('base64'),
    fingerprint,
    words: fingerprintWords(Buffer.from(fingerprint, 'hex')),
  }
}
