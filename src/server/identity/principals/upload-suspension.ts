import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { hashNetwork } from '../addresses/address-hash.ts'

const suspensions = compileQuery((database, { userId, now }: Placeholders<{ userId: string; now: number }>) =>
  database
    .selectFrom('strikes')
    .select(['network_hash', 'until'])
    .where('kind', '=', 'suspension')
    .where('until', '>', now)
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('network_hash', 'is not', null)])),
)

/**
 * Refuses uploads of a suspended account and, without an account, those from a suspended network. Uploads with an account from
 * such a network are allowed.
 * @throws Failure UPLOADS_SUSPENDED
 */
export async function assertNotSuspended(
  services: Pick<Services, 'database' | 'clock'>,
  userId: string | null,
  network: string,
): Promise<void> {
  const until = await findSuspension(services, userId, network)
  if (until !== undefined) throw new Failure('UPLOADS_SUSPENDED', { details: new Date(until).toISOString() })
}

/** End of the suspension of an account's uploads or, without an account, of a network's; undefined if there is none. */
export async function findSuspension(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string | null,
  network = '',
): Promise<number | undefined> {
  const { rows } = await suspensions(database, { userId: userId ?? '', now: clock.now() })
  if (rows.length === 0) return undefined
  const hash = userId === null ? await hashNetwork(database, network) : undefined
  const own = rows.filter(({ network_hash }) => network_hash === null || hash?.equals(network_hash))
  return own.length === 0 ? undefined : Math.max(...own.map((row) => row.until))
}
