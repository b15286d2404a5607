import { type Setup, type SetupTask, setupTasks } from '#contract/operations/setup.ts'
import { withSecondFactor } from '#server/identity/sign-in/factors/factors.ts'
import type { Services } from '#server/platform/services.ts'
import { findLastBackup } from '../backup/backups.ts'
import { checkServices } from '../maintenance/check-services.ts'
import { areKeysSaved, keySource } from './saved-keys.ts'

/** How the service is set up, each part tried for real, and what the person should still do. */
export async function describeSetup(services: Services, userId: string): Promise<Setup> {
  const { config, database, engine, blobs, scanner } = services
  const checks = await checkServices(services)
  const saved = await areKeysSaved(services)
  const freeSpace = checks.storage === 'ok' ? await blobs.default.freeSpace() : Number.POSITIVE_INFINITY
  const todo: Record<SetupTask, boolean> = {
    scanner: scanner.name === 'built-in' || checks.scanner === 'down',
    mail: checks.mail !== 'ok',
    address: config.publicUrl.startsWith('http:'),
    masterKeys: !saved,
    imprint: [config.OPERATOR_NAME, config.OPERATOR_ADDRESS, config.SUPPORT_MAIL].includes(undefined),
    region: config.HOSTING_REGION === undefined,
    backup: (await findLastBackup(services)) === undefined,
    secondFactor: (await withSecondFactor(database, [userId])).size === 0,
  }
  return {
    todo: openTasks(todo),
    publicUrl: config.publicUrl,
    database: { engine: engine.name, state: checks.database },
    storage: {
      name: blobs.default.name,
      state: checks.storage,
      freeSpace: Number.isFinite(freeSpace) ? freeSpace : null,
    },
    scanner: { name: scanner.name, state: checks.scanner },
    mail: {
      server: config.SMTP_URL === undefined ? null : new URL(config.SMTP_URL).host,
      from: config.mailFrom.address,
      state: checks.mail,
    },
    masterKeys: { source: keySource(services), saved },
  }
}

function openTasks(todo: Readonly<Record<SetupTask, boolean>>): SetupTask[] {
  return setupTasks.filter((task) => todo[task])
}
