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
import { tendReports } from '../moderation/tend-reports.ts'
import { purgeEntries } from '../operations/audit/audit-entries.ts'
import { forgetDayKeys } from '../operations/backup/backup-day-keys.ts'
import { requireFinished } from '../operations/backup/restore/unfinished-restore.ts'
import { maintainDatabase } from '../operations/maintenance/maintain-database.ts'
import type { Lifecycle } from '../operations/maintenance/readiness.ts'
import { serveMetrics } from '../operations/metrics/serve-metrics.ts'
import { issueSetupLink } from '../operations/setup/setup-link.ts'
import { type Job, runJobs } from '../platform/jobs/run-jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import type { Services } from '../platform/services.ts'
import { forgetRequests } from '../requests/forget-requests.ts'
import { createSweep } from '../transfers/sweep/sweep-transfers.ts'
import { greet } from './greet.ts'
import type { ParentLink } from './parent-link.ts'
import { exitTimeMs } from './stop-limit.ts'

const sweepEvery = 60_000
const accountsEvery = 15 * 60_000
/** How late a mail that has to wait may be tried again, and at worst one that another instance left behind. */
const mailEvery = 30_000
/** How late an event is handled at worst that another instance left behind. */
const eventsEvery = 30_000
const notificationsEvery = 60 * 60_000
/** How long a day key may lie beside the backups after the sweep has destroyed it. */
const backupKeysEvery = 10 * 60_000
const reportsEvery = 60_000
const auditEvery = 60 * 60_000
/** How late a digest of what has arrived for a request may be. */
const digestsEvery = 60_000
const requestsEvery = 60 * 60_000
const databaseEvery = 24 * 60 * 60_000

/**
 * Serves in this process and resolves when it listens; it stays until SIGTERM or SIGINT.
 * @param parent of a worker; without it this process is the whole server
 * @throws StartRefused
 */
export async function serve(config: Config, parent?: ParentLink): Promise<void> {
  const ownLog = createLog(config.LOG_LEVEL)
  const log = parent ? ownLog.child({ worker: parent.number }) : ownLog
  const services = await openServices(
    config,
    log,
    { now: Date.now },
    { countProcesses: parent?.countProcesses },
  )
  const lifecycle: Lifecycle = { draining: false, failing: false }
  const { app, stopMetrics } = await listen(services, lifecycle).catch(async (error: unknown) => {
    await services.close()
    throw error
  })
  let stopJobs = async () => {}
  function startJobs() {
    if (!lifecycle.draining) stopJobs = runJobs(services, jobsOf(services))
  }

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
    parent?.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        log.error({ err: error }, 'server did not stop cleanly')
        process.exitCode = 1
        parent?.close()
      })
    })
  }
  await announceSetup(services)
  if (!parent) {
    startJobs()
    // Last, because a reader may send a signal at once.
    greet(config)
    return
  }
  parent.listening({
    runJobs: startJobs,
    fail() {
      lifecycle.failing = true
    },
    count: () => services.meter.count(),
  })
}

/** Says where the first administrator is made, once: on the standard output only, which is not kept as the log is. */
async function announceSetup(services: Services): Promise<void> {
  const { log } = services
  const link = await issueSetupLink(services).catch((error: unknown) => {
    log.error({ err: error }, 'the set-up link could not be issued')
    return undefined
  })
  if (link) process.stdout.write(`Set up this service in a browser, once and within 24 hours: ${link}\n`)
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
    { name: 'reports', every: reportsEvery, run: () => tendReports(services) },
    { name: 'audit', every: auditEvery, run: () => purgeEntries(services) },
    {
      name: 'backup keys',
      every: backupKeysEvery,
      onEachInstance: true,
      run: () => forgetDayKeys(services),
    },
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
