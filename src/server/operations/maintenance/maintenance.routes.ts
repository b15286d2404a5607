import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Retention } from '#contract/service.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientIp } from '#server/platform/http/client-address.ts'
import type { MaintenanceWatch } from '#server/platform/http/maintenance.ts'
import { findAlarms } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { type Checks, checkServices } from './check-services.ts'
import { findServiceConfig } from './find-service-config.ts'

/** The calls about the service itself. */
export function maintenanceRoutes(
  app: FastifyInstance,
  services: Services,
  maintenance: MaintenanceWatch,
  retention: () => Retention,
): void {
  bindEndpoint(app, endpoints.config, async ({ caller, request }) =>
    findServiceConfig(services, {
      caller,
      ip: clientIp(request),
      maintenance: await maintenance.read(),
      retention: retention(),
    }),
  )

  let checking: Promise<Health> | undefined
  /** Shares one running check among concurrent calls: each check writes to the disk, and the call is open to guests. */
  function check(): Promise<Health> {
    checking ??= findHealth(services).finally(() => {
      checking = undefined
    })
    return checking
  }
  bindEndpoint(app, endpoints.health, async ({ reply }) => {
    const { checks, alarms } = await check()
    // Without its scanner or mail server the service still hands out files, so that it stays in reach of a load balancer.
    const serves = checks.database === 'ok' && checks.storage === 'ok'
    if (!serves) reply.code(503).header('retry-after', '10')
    const isWell = serves && checks.scanner === 'ok' && checks.mail !== 'down' && alarms.length === 0
    return {
      success: serves,
      status: isWell ? ('ok' as const) : ('degraded' as const),
      version: services.config.version,
      checks,
      alarms,
    }
  })
}

type Health = { readonly checks: Checks; readonly alarms: string[] }

/** Alarms that the database cannot be asked for are none: its check says what is wrong. */
async function findHealth(services: Services): Promise<Health> {
  const checks = await checkServices(services)
  return { checks, alarms: checks.database === 'ok' ? await findAlarms(services) : [] }
}
