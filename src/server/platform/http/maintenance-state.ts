import type { Maintenance } from '#contract/admin.ts'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'

/** Milliseconds for which an instance believes what it read: two at most pass before every instance knows. */
const freshness = 1_000

/** Whether the service is under maintenance, as this instance knows. */
export type MaintenanceWatch = {
  read(): Promise<Maintenance>
  /** Makes the next read look again; for whoever has just changed it. */
  forget(): void
}

/** Whether the service is under maintenance, as the database has it. */
export async function findMaintenance(database: Database): Promise<Maintenance> {
  const { active, message } = await database
    .selectFrom('maintenance')
    .select(['active', 'message'])
    .executeTakeFirstOrThrow()
  return { active: active === 1, message }
}

/** Sets it, for all instances and for after a restart. */
export async function setMaintenance(database: Database, { active, message }: Maintenance): Promise<void> {
  await database
    .updateTable('maintenance')
    .set({ active: active ? 1 : 0, message })
    .execute()
}

/** Reads the state once a second at most, so that every call may ask. While the database is away the last word holds. */
export function watchMaintenance({ database, clock, log }: Services): MaintenanceWatch {
  let known: Maintenance = { active: false, message: '' }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Maintenance> | undefined

  async function look(): Promise<Maintenance> {
    const startedAt = clock.now()
    try {
      known = await findMaintenance(database)
      readAt = startedAt
    } catch (error) {
      log.error({ err: error }, 'maintenance state unavailable')
    } finally {
      reading = undefined
    }
    return known
  }
  return {
    async read() {
      if (clock.now() - readAt < freshness) return known
      reading ??= look()
      return reading
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
