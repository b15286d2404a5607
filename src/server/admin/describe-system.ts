import type { System } from '#contract/admin.ts'
import type { Services } from '../ports/services.ts'
import { findTotals } from './find-totals.ts'

/** How the instance that answers is, and what the service holds. */
export async function describeSystem(services: Services): Promise<System> {
  const { config, database, clock } = services
  const now = clock.now()
  const { totalUsers, activeFiles, totalSize } = await findTotals(database, now)
  const { activeSessions } = await database
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('activeSessions'))
    .where('idle_until', '>', now)
    .executeTakeFirstOrThrow()
  const provider = {
    storage_provider: services.blobs.provider,
    fileCount: activeFiles,
    totalSize,
    ...(await lookAtStorage(services)),
  }
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  return {
    storage: {
      providers: [provider],
      totalProviders: 1,
      availableProviders: provider.status === 'ok' ? 1 : 0,
    },
    database: {
      engine: config.DATABASE_URL === undefined ? 'sqlite' : 'postgres',
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

async function lookAtStorage({ blobs, log }: Pick<Services, 'blobs' | 'log'>) {
  try {
    await blobs.check()
    const freeSpace = await blobs.freeSpace()
    return { status: 'ok', freeSpace: Number.isFinite(freeSpace) ? freeSpace : null } as const
  } catch (error) {
    log.error({ err: error }, 'the storage does not answer')
    return { status: 'down', freeSpace: null } as const
  }
}
