import { openLifeKey, WrongKey } from '#crypto/keys/transfer-key.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { Failure } from '#server/platform/failure.ts'
import { keepForAMoment } from '#server/platform/keep-for-a-moment.ts'
import type { Services } from '#server/platform/services.ts'

/** The UTC day of a moment, such as 2026-11-21: it names the day key of the transfers that expire then. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** What obtains the day keys of each service. */
const keepers = new WeakMap<Services['database'], (day: string) => Promise<Uint8Array>>()

/**
 * The key of a day, made on first use, in memory of its own. Several instances asking at once get the same one. It is kept
 * for a second: it is that of a day on which something will expire, and nothing destroys such a one.
 */
export async function obtainDayKey(
  { database, keyRing }: Pick<Services, 'database' | 'keyRing'>,
  day: string,
): Promise<Uint8Array> {
  const keeper =
    keepers.get(database) ?? keepForAMoment((day: string) => makeDayKey({ database, keyRing }, day))
  keepers.set(database, keeper)
  return Uint8Array.from(await keeper(day))
}

async function makeDayKey(
  { database, keyRing }: Pick<Services, 'database' | 'keyRing'>,
  day: string,
): Promise<Uint8Array> {
  const known = await findDayKey(database, day)
  if (known) return keyRing.openDayKey(day, known.kid, known.sealed)
  const { kid, sealed } = keyRing.newDayKey(day)
  await database
    .insertInto('day_keys')
    .values({ day, kid, sealed })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  return openDayKey({ database, keyRing }, day)
}

/** @throws Failure FILE_DAMAGED when the day's key is gone although something still needs it */
export async function openDayKey(
  { database, keyRing }: Pick<Services, 'database' | 'keyRing'>,
  day: string,
): Promise<Uint8Array> {
  const row = await findDayKey(database, day)
  if (!row) throw new Failure('FILE_DAMAGED', { cause: new Error(`no key for ${day}`) })
  return keyRing.openDayKey(day, row.kid, row.sealed)
}

/** The life key of a transfer that has not ended. @throws Failure FILE_DAMAGED */
export async function findLifeKey(
  services: Pick<Services, 'database' | 'keyRing'>,
  { id, key_day, sealed_life_key }: Pick<TransfersRow, 'id' | 'key_day' | 'sealed_life_key'>,
): Promise<Uint8Array> {
  const dayKey = await openDayKey(services, key_day)
  try {
    return openLifeKey(sealed_life_key, dayKey, { day: key_day, transferId: id })
  } catch (error) {
    if (error instanceof WrongKey) throw new Failure('FILE_DAMAGED', { cause: error })
    throw error
  }
}

async function findDayKey(database: Services['database'], day: string) {
  const { rows } = await dayKeyRow(database, { day })
  return rows[0]
}

const dayKeyRow = keepQuery((database, { day }: Slots<{ day: string }>) =>
  database.selectFrom('day_keys').selectAll().where('day', '=', day),
)
