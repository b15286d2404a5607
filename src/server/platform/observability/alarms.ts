import type { Database } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'

/** Conditions that operators must look into, because the service does nothing about them by itself. */
export const alarmNames = ['orphans', 'damaged-blobs', 'damaged-backup', 'storage-total'] as const

type AlarmName = (typeof alarmNames)[number]

type Needs = { readonly database: Database; readonly clock: Clock }

/** Raises an alarm, or renews what it says. It stays until it is cleared. */
export async function raiseAlarm(
  { database, clock }: Needs,
  name: AlarmName,
  details: object,
): Promise<void> {
  const text = JSON.stringify(details)
  await database
    .insertInto('alarms')
    .values({ name, raised_at: clock.now(), details: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ details: text }))
    .execute()
}

/** Ends an alarm; that there is none is fine. */
export async function clearAlarm({ database }: Pick<Needs, 'database'>, name: AlarmName): Promise<void> {
  await database.deleteFrom('alarms').where('name', '=', name).execute()
}

/** The alarms that are on, by name. */
export async function findAlarms({ database }: Pick<Needs, 'database'>): Promise<string[]> {
  const rows = await database.selectFrom('alarms').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
