import { sql } from 'kysely'
import { StartRefused } from '../../config/config.ts'
import { canUseTables, goneAfter } from '../../schema/other-releases.ts'
import type { Database } from '../database/database.ts'
import { databaseNow } from '../database/database-engine.ts'
import { transact } from '../database/transact.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'database' | 'engine' | 'clock'>

/** How often an instance says that it is there, in milliseconds. */
export const seenEvery = 10_000

/** After so long in which it did not say that it is there, an instance is forgotten. */
const forgottenAfter = 24 * 60 * 60_000

/** A process with the fingerprints of its master keys and the migrations that its release has, in their order. */
type InstanceState = {
  readonly id: string
  readonly fingerprints: readonly string[]
  readonly steps: readonly string[]
}

/**
 * Enters this process among those that work on the database, and binds a new database to the first of its master keys. It
 * holds the row of the service meanwhile, as do a rotation and a migration that removes something: either they see this
 * process, or it sees what they did.
 * @returns the fingerprint of the active key, one of its own
 * @throws StartRefused when another key is active, or the tables have lost what this program needs
 */
export function enterInstance(needs: Needs, instance: InstanceState): Promise<string> {
  const { fingerprints, steps } = instance
  return transact(needs.database, async (transaction) => {
    const service = await lockService(transaction)
    if (!canUseTables(steps, service.needs_step))
      throw new StartRefused(
        `The tables of the database can only be used by a release that has ${service.needs_step}.`,
      )
    const active = service.key_fingerprint ?? fingerprints[0] ?? ''
    // guard: fingerprint of the master key -> tests/http/operations/several-servers.test.ts "different master keys"
    //   !fingerprints.includes(active) becomes active === undefined
    if (!fingerprints.includes(active)) {
      throw new StartRefused(
        'The master keys are not those of this database: another one is active there. Every server needs the same master keys.',
      )
    }
    await transaction.updateTable('service').set({ key_fingerprint: active }).execute()
    await transaction
      .deleteFrom('instances')
      .where('seen_at', '<', sql<number>`${databaseNow(needs)} - ${sql.lit(forgottenAfter)}`)
      .execute()
    await recordSeen({ ...needs, database: transaction }, instance, active)
    return active
  })
}

/** Says that this process is there, with which keys, and which of them is the one that it seals with. */
export async function recordSeen(
  needs: Needs,
  { id, fingerprints, steps }: InstanceState,
  active: string,
): Promise<void> {
  const state = {
    steps: steps.at(-1) ?? '',
    active_key: active,
    other_keys: fingerprints.filter((one) => one !== active).join(','),
    seen_at: databaseNow(needs),
  }
  await needs.database
    .insertInto('instances')
    .values({ id, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
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

/** Whether a process works on the database now whose release lacks this migration. Names of migrations rise. */
export async function worksBesideOlder(needs: Needs, step: string): Promise<boolean> {
  const older = await needs.database
    .selectFrom('instances')
    .select('id')
    .where('seen_at', '>', sql<number>`${databaseNow(needs)} - ${sql.lit(goneAfter)}`)
    .where('steps', '<', step)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}

/** The row of the service, which others wait for until the end of the transaction. */
export function lockService(transaction: Database) {
  return transaction
    .selectFrom('service')
    .select(['key_fingerprint', 'needs_step'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Takes a process out that has ended, with the locks that it held. */
export async function leaveInstances(database: Database, id: string): Promise<void> {
  await database.deleteFrom('locks').where('instance', '=', id).execute()
  await database.deleteFrom('instances').where('id', '=', id).execute()
}
