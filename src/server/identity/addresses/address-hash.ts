import { createHmac } from 'node:crypto'
import { smallRandom } from '#crypto/random-bytes.ts'
import type { Database } from '#server/platform/database/database.ts'

const saltLength = 32

/**
 * A hash of a mail address, or of an id, under the salt of this service, whatever its case. It can be neither made nor
 * recognised without the salt.
 * @param use what it is for; the hashes of two uses do not match
 */
export async function hashAddress(
  database: Database,
  use: 'stop list' | 'codes' | 'consents' | 'passkey decoys' | 'reports',
  address: string,
): Promise<Buffer> {
  return hmac(await obtainSalt(database), `${use}\0${address.toLowerCase()}`)
}

/** The same of several addresses, in their order. */
export async function hashAddresses(
  database: Database,
  use: 'stop list',
  addresses: readonly string[],
): Promise<Buffer[]> {
  const salt = await obtainSalt(database)
  return addresses.map((address) => hmac(salt, `${use}\0${address.toLowerCase()}`))
}

/** The same of a network; see platform/http/client-address.ts. */
export async function hashNetwork(database: Database, network: string): Promise<Buffer> {
  return hmac(await obtainSalt(database), `network\0${network}`)
}

/**
 * A signature of this service, in 43 url-safe characters: for addresses of pages that cannot be forged.
 * @param use what it is for; the signatures of two uses do not match
 */
export async function signText(
  database: Database,
  use: 'report form' | 'report' | 'decision' | 'moderate',
  text: string,
): Promise<string> {
  return hmac(await obtainSalt(database), `sign ${use}\0${text}`).toString('base64url')
}

/** A token that names an address to this service alone, and cannot be forged: for links in mails to that address. */
export async function addressTokenOf(database: Database, address: string): Promise<string> {
  const salt = await obtainSalt(database)
  const hash = hmac(salt, `stop list\0${address.toLowerCase()}`)
  return Buffer.concat([hash, sealOf(salt, hash)]).toString('base64url')
}

/** The hash for the stop list in such a token; undefined for a forged one. */
export async function readAddressToken(database: Database, token: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(token, 'base64url')
  const [hash, seal] = [bytes.subarray(0, hashLength), bytes.subarray(hashLength)]
  // guard: token of a stopped address -> tests/http/messaging/stopped-mails.test.ts "made up"
  //   .equals(seal) becomes .length > 0
  return sealOf(await obtainSalt(database), hash).equals(seal) ? hash : undefined
}

const hashLength = 32
const sealLength = 16

function sealOf(salt: Uint8Array, hash: Uint8Array): Buffer {
  return hmac(salt, Buffer.concat([Buffer.from('token\0'), hash])).subarray(0, sealLength)
}

function hmac(key: Uint8Array, text: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Creates the salt if there is none; one of any number of concurrent calls does. */
async function obtainSalt(database: Database): Promise<Uint8Array> {
  const known = await findSalt(database)
  if (known) return known
  await database
    .insertInto('address_salt')
    .values({ id: 1, salt: smallRandom(saltLength) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const made = await findSalt(database)
  if (!made) throw new Error('the salt of addresses could not be kept')
  return made
}

async function findSalt(database: Database): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('address_salt').select('salt').executeTakeFirst()
  return row?.salt
}
