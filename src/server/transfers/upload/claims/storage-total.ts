import { sumCounters } from '#server/platform/database/counters.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clearAlarm, findAlarms, raiseAlarm } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { lockClaims } from './lock-claims.ts'

/** Share of STORAGE_TOTAL from which operators are told. */
const nearlyFull = 0.8

type Needs = Pick<Services, 'config' | 'database' | 'clock'>

/**
 * Refuses what has made the service store more than STORAGE_TOTAL. In a transaction that adds bytes it comes after they were
 * entered, and while claims are locked: of two at the same time the second counts the first.
 * @throws Failure STORAGE_FULL
 */
export async function assertTotal({ config, database, clock }: Needs): Promise<void> {
  const { STORAGE_TOTAL: total } = config
  // guard: storage of the whole service -> tests/http/operations/storage-total.test.ts
  //   (await findStored(database, clock.now())) > total becomes false
  if (total !== undefined && (await findStored(database, clock.now())) > total)
    throw new Failure('STORAGE_FULL')
}

/** The same for a transaction in which claims are not locked yet. Last, for all uploads wait for one another from here on. */
export async function lockTotal(services: Needs): Promise<void> {
  if (services.config.STORAGE_TOTAL === undefined) return
  await lockClaims(services.database, services.clock.now())
  await assertTotal(services)
}

/** Raises the alarm when little of STORAGE_TOTAL is left, or clears it. */
export async function reviewTotalAlarm(services: Needs): Promise<void> {
  const { STORAGE_TOTAL: total } = services.config
  const stored = total === undefined ? 0 : await findStored(services.database, services.clock.now())
  if (total !== undefined && stored >= total * nearlyFull)
    await raiseAlarm(services, 'storage-total', { stored, total })
  else if ((await findAlarms(services)).includes('storage-total')) await clearAlarm(services, 'storage-total')
}

/** Bytes of all transfers that no sweep has ended yet, and those that unfinished uploads have declared. */
async function findStored(database: Database, now: number): Promise<number> {
  const { bytes } = await sumCounters(database, ['transfers:live'])
  const { claimed } = await database
    .selectFrom('upload_claims')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('claimed'))
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  return bytes + (claimed ?? 0)
}
