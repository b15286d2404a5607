import cluster from 'node:cluster'
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { createApp } from '../app/app.ts'
import { personalData } from '../app/personal-data.ts'
import { openServices } from '../app/services.ts'
import { type Config, StartRefused } from '../config/config.ts'
import { sweepAccounts } from '../identity/privacy/sweep-accounts.ts'
import { sweepUnverified } from '../identity/privacy/sweep-unverified.ts'
import { deliverSoon } from '../messaging/mail/deliver-mail.ts'
import { removeOldSentMails } from '../messaging/mail/sent-mails.ts'
import { removeOldNotifications } from '../messaging/notifications/notifications.ts'
import { mailRequestDigests } from '../messaging/notifications/request-notices.ts'
import { removeOldCalls } from '../messaging/webhooks/deliveries.ts'
import { tendReports } from '../moderation/tend-reports.ts'
import { purgeEntries } from '../operations/audit/audit-entries.ts'
import { forgetDayKeys } from '../operations/backup/backup-day-keys.ts'
import { backUpDaily } from '../operations/backup/daily-backup.ts'
import { requireFinished } from '../operations/backup/restore/unfinished-restore.ts'
import { maintainDatabase } from '../operations/maintenance/maintain-database.ts'
import type { Lifecycle } from '../operations/maintenance/readiness.ts'
import { serveMetrics } from '../operations/metrics/serve-metrics.ts'
import { issueSetupLink } from '../operations/setup/setup-link.ts'
import { createLog } from '../platform/observability/log.ts'
import { type Job, runJobs } from '../platform/queue/run-jobs.ts'
import type { Services } from '../platform/services.ts'
import { announceLapsed } from '../requests/announce-lapsed.ts'
import { forgetRequests } from '../requests/forget-requests.ts'
import { createSweep } from '../transfers/sweep/sweep-transfers.ts'
import { greet } from './greet.ts'

/** How long closing may take after the transfers, in milliseconds. */
const exitTimeMs = 5_000
const sweepEvery = 60_000
const accountsEvery = 15 * 60_000
/** How late a mail that has to wait may be tried again, and at worst one that another instance left behind. */
const mailEvery = 30_000
/** How late a webhook is called again. */
const webhooksEvery = 5_000
/** How late an event is handled at worst that another instance left behind. */
const eventsEvery = 30_000
const notificationsEvery = 60 * 60_000
/** How long a day key may lie beside the backups after the sweep has destroyed it. */
const backupKeysEvery = 10 * 60_000
/** How late the daily backup may begin. */
const dailyBackupEvery = 60_000
const reportsEvery = 60_000
const auditEvery = 60 * 60_000
/** How late a digest of what has arrived for a request may be. */
const digestsEvery = 60_000
const requestsEvery = 60 * 60_000
const databaseEvery = 24 * 60 * 60_000

/**
 * Serves in this process, the whole server or a worker of it, and resolves when it listens; it stays until SIGTERM or SIGINT.
 * @throws StartRefused
 */
export async function serve(config: Config): Promise<void> {
  const { worker } = cluster
  const ownLog = createLog(config.LOG_LEVEL)
  const log = worker ? ownLog.child({ worker: worker.id }) : ownLog
  const services = await openServices(config, log, { now: Date.now })
  const lifecycle: Lifecycle = { draining: false }
  const { app, stopMetrics } = await listen(services, lifecycle).catch(async (error: unknown) => {
    await services.close()
    throw error
  })
  // Locks would keep several workers from doing the same work, but a sweep remembers what it has seen.
  const hasJobs = !worker || worker.id === 1
  let stopJobs = async () => {}

  async function stop() {
    if (lifecycle.draining) return
    lifecycle.draining = true
    await setTimeout(config.DRAIN_DELAY_SECONDS * 1000)
    const drainTime = config.DRAIN_SECONDS * 1000
    const hurry = startTimer(() => app.server.closeAllConnections(), drainTime)
    // A job that does not heed its signal would keep the process.
    startTimer(() => process.exit(), drainTime + exitTimeMs).unref()
    await Promise.all([app.close(), stopJobs(), stopMetrics()])
    clearTimeout(hurry)
    await services.close()
    // Nothing keeps the process of a worker after that.
    worker?.disconnect()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        log.error({ err: error }, 'server did not stop cleanly')
        process.exitCode = 1
        worker?.disconnect()
      })
    })
  }
  const { version, publicUrl } = services.config
  const said = {
    name: services.config.identity.name,
    version,
    publicUrl,
    setupLink: await issueLink(services),
  }
  if (hasJobs && !lifecycle.draining) stopJobs = runJobs(services, jobsOf(services))
  // Last, because a reader may send a signal at once.
  if (worker) worker.send(said)
  else greet(said)
}

/** The link that makes the first administrator, if there is none and it was not issued before. */
function issueLink(services: Services): Promise<string | undefined> {
  return issueSetupLink(services).catch((error: unknown) => {
    services.log.error({ err: error }, 'the set-up link could not be issued')
    return undefined
  })
}

function jobsOf(services: Services): Job[] {
  return [
    { name: 'sweep', every: sweepEvery, run: createSweep(services) },
    { name: 'accounts', every: accountsEvery, run: () => sweepAccounts(services) },
    {
      name: 'unverified accounts',
      every: accountsEvery,
      run: () => sweepUnverified(services, personalData(services)),
    },
    { name: 'reports', every: reportsEvery, run: (signal) => tendReports(services, signal) },
    { name: 'audit', every: auditEvery, run: () => purgeEntries(services) },
    {
      name: 'backup keys',
      every: backupKeysEvery,
      onEachInstance: true,
      run: () => forgetDayKeys(services),
    },
    { name: 'backup at its time', every: dailyBackupEvery, run: () => backUpDaily(services) },
    { name: 'events', every: eventsEvery, onEachInstance: true, run: async () => services.dispatcher.wake() },
    {
      name: 'database',
      every: databaseEvery,
      run: () => maintainDatabase(services),
    },
    { name: 'request digests', every: digestsEvery, run: () => mailRequestDigests(services) },
    { name: 'requests', every: requestsEvery, run: () => forgetRequests(services) },
    { name: 'notifications', every: notificationsEvery, run: () => removeOldNotifications(services) },
    { name: 'sent mails', every: notificationsEvery, run: () => removeOldSentMails(services) },
    {
      name: 'webhooks',
      every: webhooksEvery,
      onEachInstance: true,
      run: async () => services.webhooks.wake(),
    },
    { name: 'webhook calls', every: notificationsEvery, run: () => removeOldCalls(services) },
    { name: 'closed requests', every: digestsEvery, run: () => announceLapsed(services) },
    { name: 'mail', every: mailEvery, onEachInstance: true, run: async () => deliverSoon(services) },
  ]
}

async function listen(services: Services, lifecycle: Lifecycle) {
  const { config } = services
  // guard: a restore that has not ended is not served -> tests/long/cli/restore.test.ts "stops after its tables"
  await requireFinished(services.database)
  const app = await createApp(services, { lifecycle })
  try {
    await app.listen({ port: config.PORT, host: config.HOST }).catch(refuseAddress('HOST and PORT'))
    const stopMetrics = await serveMetrics(services).catch(refuseAddress('METRICS_HOST and METRICS_PORT'))
    return { app, stopMetrics }
  } catch (error) {
    await app.close()
    throw error
  }
}

function refuseAddress(names: string) {
  return (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : 'unknown failure'
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    const hint = isTaken ? ' See which program listens there: ss -ltnp' : ''
    throw new StartRefused(`The server cannot listen where ${names} say: ${reason}.${hint}`, { cause })
  }
}
