import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { listBackups } from './backups.ts'
import { createBackup } from './create-backup.ts'

/** Milliseconds after which a call is answered although the backup is not complete yet: proxies wait no longer than a minute. */
const answerAfter = 20_000

/** The calls about backups. Restoring is left to the command line, because it requires an empty service. */
export function backupRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.backups, async () => ({ backups: await listBackups(services) }))

  bindEndpoint(app, endpoints.createBackup, async ({ caller, request }) => {
    const work = createBackup(services, { by: caller, network: clientNetwork(request) })
    const inTime = new AbortController()
    const created = await Promise.race([
      work,
      pause(answerAfter, undefined, { signal: inTime.signal }).then(() => undefined),
    ]).finally(() => inTime.abort())
    if (created) return { backup: created.backup }
    work.catch((error: unknown) => services.log.error({ err: error }, 'backup failed'))
    const [running] = await listBackups(services)
    return { backup: running ?? (await work).backup }
  })
}
