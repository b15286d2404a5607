import { sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The device that a person signs in from. */
type SeenDevice = {
  /** Such as «Firefox, Windows». */
  readonly label: string
  /** See platform/http/client-address.ts. */
  readonly network: string
}

/**
 * Records that a person signs in from a device. A device is known by its label and by the provider that its network belongs to:
 * an address alone changes every day, and a label alone is that of many. Only a hash of both is stored.
 * @returns whether this person has been seen there before
 */
export async function rememberDevice(
  transaction: Database,
  userId: string,
  { label, network }: SeenDevice,
  now: number,
): Promise<boolean> {
  const hash = sha256(`${userId}\0${label}\0${providerOf(network)}`)
  const known = await transaction
    .selectFrom('known_devices')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst()
  await transaction
    .insertInto('known_devices')
    .values({ hash, user_id: userId, seen_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ seen_at: now }))
    .execute()
  return known !== undefined
}

/** The first 16 bits of an IPv4 network, the first 32 of an IPv6 one: about what a provider has. */
function providerOf(network: string): string {
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator, 2).join(separator)
}
