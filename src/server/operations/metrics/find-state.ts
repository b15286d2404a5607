import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { findMaintenance } from '#server/platform/http/maintenance.ts'
import { findAlarms } from '#server/platform/observability/alarms.ts'
import type { ServiceState } from '#server/platform/observability/meter.ts'
import type { Services } from '#server/platform/services.ts'
import { countDamagedBlobs } from '#server/transfers/content/damaged-blobs.ts'
import { hasNoDownload } from '#server/transfers/sweep/remove-ended-blobs.ts'
import { findLastBackup } from '../backup/backups.ts'
import { checkServices } from '../maintenance/check-services.ts'
import { findTotals } from '../maintenance/find-totals.ts'
import { readRetention } from '../retention/measure-retention.ts'

/** How the service is now, for the metrics. Numbers that the database cannot give are 0, and its check says why. */
export async function findState(services: Services): Promise<ServiceState> {
  const { clock, engine } = services
  const database = engine.slowReads
  const now = clock.now()
  const checks = await checkServices(services)
  const works = Object.fromEntries(
    Object.entries(checks).flatMap(([name, state]) => (state === 'off' ? [] : [[name, state === 'ok']])),
  )
  const lastBackup = await findLastBackup(services)
  if (checks.database !== 'ok') return { ...nothing, checks: works, lastBackup }
  const { activeFiles, totalSize, totalUsers, activeSessions } = await findTotals(database, now)
  const freeSpace = checks.storage === 'ok' ? await services.blobs.default.freeSpace() : Number.NaN
  const storable = Math.max(0, freeSpace - services.config.FREE_SPACE_KEPT)
  return {
    liveFiles: activeFiles,
    storedBytes: totalSize,
    users: totalUsers,
    activeSessions,
    queues: {
      events: await count(database, 'events'),
      mail: await count(database, 'mail_outbox'),
      unfinished_uploads: await count(database, 'uploads'),
      blobs_to_remove: await countBlobsToRemove(database),
    },
    removalDelay: await findRemovalDelay(database, now),
    damagedBlobs: await countDamagedBlobs(database),
    alarms: await findAlarms(services),
    retention: (await readRetention(services)).kinds,
    freeSpace: Number.isFinite(storable) ? storable : undefined,
    checks: works,
    maintenance: (await findMaintenance(database)).active,
    lastBackup,
  }
}

const nothing = {
  liveFiles: 0,
  storedBytes: 0,
  users: 0,
  activeSessions: 0,
  queues: {},
  removalDelay: 0,
  damagedBlobs: 0,
  alarms: [],
  retention: [],
  freeSpace: undefined,
  maintenance: false,
}

async function count(database: Database, table: 'events' | 'mail_outbox' | 'uploads'): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

async function countBlobsToRemove(database: Database): Promise<number> {
  const { transfers } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('transfers'))
    // A literal: only so does SQLite see that the index has all of them.
    .where('cleared', '=', sql.lit(0))
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return transfers
}

/** For how long the first of them has waited, but for those that a download still needs, in milliseconds. */
async function findRemovalDelay(database: Database, now: number): Promise<number> {
  const first = await database
    .selectFrom('transfers')
    .select('ended_at')
    .where('cleared', '=', sql.lit(0))
    .where('ended_at', 'is not', null)
    .where(hasNoDownload(now))
    .orderBy('ended_at')
    .limit(1)
    .executeTakeFirst()
  return Math.max(0, now - (first?.ended_at ?? now))
}
