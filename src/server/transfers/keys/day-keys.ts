import { openLifeKey, WrongKey } from '#crypto/keys/transfer-key.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { keepForAMoment } from '#server/platform/time/keep-for-a-moment.ts'

/** The UTC day of a moment, such as 2026-11-21: it names the day key of the transfers that expire then. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

type Wanted = Pick<Services, 'database' | 'keyRing'>
type Keeper = (day: string) => Promise<Uint8Array>

/** Day keys by database: `open` finds one, `obtain` also makes a missing one. */
const keepers = new WeakMap<Services['database'], { readonly open: Keeper; readonly obtain: Keeper }>()

/** A key is kept open for a second: it belongs to a day on which something will expire, and nothing destroys such a one. */
function keeperOf({ database, keyRing }: Wanted): { readonly open: Keeper; readonly obtain: Keeper } {
  const known = keepers.get(database)
  if (known) return known
  const wanted = { database, keyRing }
  const keeper = {
    open: keepForAMoment((day: string) => readDayKey(wanted, day)),
    obtain: keepForAMoment((day: string) => makeDayKey(wanted, day)),
  }
  keepers.set(database, keeper)
  return keeper
}

/** The key of a day, made on first use, in memory of its own. Several instances asking at once get the same one. */
export async function obtainDayKey(services: Wanted, day: string): Promise<Uint8Array> {
  // guard: a day key in memory of its own -> tests/http/downloads/move-end.test.ts "forward and back"
  //   Uint8Array.from(await keeperOf(services).obtain(day)) becomes keeperOf(services).obtain(day)
  return Uint8Array.from(await keeperOf(services).obtain(day))
}

/**
 * The key of a day, in memory of its own.
 * @throws Failure FILE_DAMAGED when the day's key is gone although something still needs it
 */
export async function openDayKey(services: Wanted, day: string): Promise<Uint8Array> {
  return Uint8Array.from(await keeperOf(services).open(day))
}

async function makeDayKey({ database, keyRing }: Wanted, day: string): Promise<Uint8Array> {
  const known = await findDayKey(database, day)
  if (known) return keyRing.openDayKey(day, known.kid, known.sealed)
  const { kid, sealed } = keyRing.newDayKey(day)
  await database
    .insertInto('day_keys')
    .values({ day, kid, sealed })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  return readDayKey({ database, keyRing }, day)
}

async function readDayKey({ database, keyRing }: Wanted, day: string): Promise<Uint8Array> {
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

const dayKeyRow = compileQuery((database, { day }: Placeholders<{ day: string }>) =>
  database.selectFrom('day_keys').selectAll().where('day', '=', day),
)
