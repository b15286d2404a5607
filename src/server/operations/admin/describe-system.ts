import type { System } from '#contract/operations/admin.ts'
import { findMissingClaims } from '#server/identity/oidc/missing-claims.ts'
import { findAlarms } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { countDamagedBlobs } from '#server/transfers/content/damaged-blobs.ts'
import { findTotals } from '../maintenance/find-totals.ts'

/** How the instance that answers is, and what the service holds. */
export async function describeSystem(services: Services): Promise<System> {
  const { config, database, clock } = services
  const totals = await findTotals(database, clock.now())
  const { totalUsers, activeSessions, activeFiles, totalSize } = totals
  const provider = {
    storage_provider: services.blobs.default.name,
    fileCount: activeFiles,
    totalSize,
    ...(await checkStorage(services)),
  }
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  return {
    storage: {
      providers: [provider],
      totalProviders: 1,
      availableProviders: provider.status === 'ok' ? 1 : 0,
      damagedBlobs: await countDamagedBlobs(database),
    },
    alarms: await findAlarms(services),
    missingClaims: await findMissingClaims(services),
    savedMails: await countSavedMails(services),
    database: {
      engine: services.engine.name,
      totalUsers,
      totalFiles: activeFiles,
      totalStorage: totalSize,
      activeSessions,
    },
    uptime: process.uptime(),
    memory: { rss, heapUsed, heapTotal, external, arrayBuffers },
    version: config.version,
  }
}

async function countSavedMails({ mailer, log }: Pick<Services, 'mailer' | 'log'>): Promise<number | null> {
  try {
    return await mailer.countKept()
  } catch (error) {
    log.error({ err: error }, 'saved mails not counted')
    return null
  }
}

async function checkStorage({ blobs, log }: Pick<Services, 'blobs' | 'log'>) {
  try {
    await blobs.default.check()
    const freeSpace = await blobs.default.freeSpace()
    return { status: 'ok', freeSpace: Number.isFinite(freeSpace) ? freeSpace : null } as const
  } catch (error) {
    log.error({ err: error }, 'storage unavailable')
    return { status: 'down', freeSpace: null } as const
  }
}
