import type { FastifyInstance } from 'fastify'
import { defaultMaintenanceMessage } from '#contract/admin.ts'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '../http/bind-endpoint.ts'
import { clientNetwork } from '../http/client-network.ts'
import { findMaintenance, type MaintenanceWatch } from '../maintenance/maintenance-state.ts'
import type { Services } from '../ports/services.ts'
import { switchMaintenance } from './switch-maintenance.ts'

/** The calls of administrators. */
export function adminRoutes(app: FastifyInstance, services: Services, watch: MaintenanceWatch): void {
  bindEndpoint(app, endpoints.maintenance, async () => ({
    maintenance: await findMaintenance(services.database),
  }))

  bindEndpoint(app, endpoints.enableMaintenance, async ({ caller, body, request }) => {
    const maintenance = { active: true, message: body.message || defaultMaintenanceMessage }
    await switchMaintenance(services, maintenance, { by: caller, network: clientNetwork(request) })
    watch.forget()
    return { maintenance }
  })

  bindEndpoint(app, endpoints.disableMaintenance, async ({ caller, request }) => {
    const maintenance = { active: false, message: '' }
    await switchMaintenance(services, maintenance, { by: caller, network: clientNetwork(request) })
    watch.forget()
    return { maintenance }
  })
}
