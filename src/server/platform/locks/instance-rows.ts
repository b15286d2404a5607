import { sql } from 'kysely'
import { StartRefused } from '../../config.ts'
import type { Database } from '../database/database.ts'
import { databaseNow } from '../database/database-engine.ts'
import { transact } from '../database/transact.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'database' | 'engine' | 'clock'>

/** How often an instance says that it is there, and after what time without that it counts as gone, in milliseconds. */
export const seenEvery = 10_000
export const goneAfter = 30_000

/**
 * Enters this process among those that work on the database, with the master keys that it has, and binds a new database to
 * the first of them. It holds the row of the service meanwhile, as do a rotation and a migration that removes something:
 * either they see this process, or it sees what they did.
 * @param fingerprints of its master keys @param steps the migrations that this program has, in their order
 * @returns the fingerprint of the active key, one of those
 * @throws StartRefused when another key is active, or the tables have lost what this program needs
 */
export function enterInstance(
  needs: Needs,
  instance: {
    readonly id: string
    readonly fingerprints: readonly string[]
    readonly steps: readonly string[]
  },
): Promise<string> {
  const { id, fingerprints, steps } = instance
  return transact(needs.database, async (transaction) => {
    const service = await holdService(transaction)
    if (service.needs_step !== null && !steps.includes(service.needs_step))
      throw new StartRefused(
        `The tables of the database can only be used by a release that has ${service.needs_step}.`,
      )
    const active = service.key_fingerprint ?? fingerprints[0] ?? ''
    if (!fingerprints.includes(active)) {
      throw new StartRefused(
        'The master keys are not those of this database: another one is active there. Every server needs the same master keys.',
      )
    }
    await transaction.updateTable('service').set({ key_fingerprint: active }).execute()
    await transaction
      .insertInto('instances')
      .values({ id, steps: steps.at(-1) ?? '', ...keysOf(active, fingerprints), seen_at: databaseNow(needs) })
      .execute()
    return active
  })
}

/** Says that this process is there, with which keys, and which of them is the one that it seals with. */
export async function recordSeen(
  needs: Needs,
  {
    id,
    active,
    fingerprints,
  }: { readonly id: string; readonly active: string; readonly fingerprints: readonly string[] },
): Promise<void> {
  await needs.database
    .updateTable('instances')
    .set({ ...keysOf(active, fingerprints), seen_at: databaseNow(needs) })
    .where('id', '=', id)
    .execute()
}

function keysOf(active: string, fingerprints: readonly string[]) {
  return { active_key: active, other_keys: fingerprints.filter((one) => one !== active).join(',') }
}

/** The processes that work on the database now. */
export async function findInstances(needs: Needs) {
  const rows = await needs.database
    .selectFrom('instances')
    .select(['id', 'active_key', 'other_keys'])
    .where('seen_at', '>', sql<number>`${databaseNow(needs)} - ${sql.lit(goneAfter)}`)
    .execute()
  return rows.map(({ id, active_key, other_keys }) => ({
    id,
    active: active_key,
    keys: [active_key, ...other_keys.split(',').filter(Boolean)],
  }))
}

/** The row of the service, which others wait for until the end of the transaction. */
export function holdService(transaction: Database) {
  return transaction
    .updateTable('service')
    .set(({ ref }) => ({ id: ref('id') }))
    .returning(['key_fingerprint', 'needs_step'])
    .executeTakeFirstOrThrow()
}

/** Takes a process out that has ended, with the locks that it held. */
export async function leaveInstances(database: Database, id: string): Promise<void> {
  await database.deleteFrom('locks').where('instance', '=', id).execute()
  await database.deleteFrom('instances').where('id', '=', id).execute()
}
