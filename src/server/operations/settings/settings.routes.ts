import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { changeSettings } from './change-settings.ts'
import { listSettings } from './list-settings.ts'
import { exportSettings, importSettings } from './settings-file.ts'

/** The calls about what may change while the server runs. */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.settings, async () => ({ settings: await listSettings(services) }))

  bindEndpoint(app, endpoints.changeSettings, async ({ caller, body, request }) => {
    await changeSettings(services, body.changes, { by: caller, network: clientNetwork(request) })
    return { settings: await listSettings(services) }
  })

  bindEndpoint(app, endpoints.exportSettings, () => exportSettings(services))

  bindEndpoint(app, endpoints.importSettings, async ({ caller, body, request }) => {
    const skipped = await importSettings(services, body, { by: caller, network: clientNetwork(request) })
    return { settings: await listSettings(services), skipped }
  })
}
