import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { isFixed } from '#server/config/config.ts'
import type { Option } from '#server/config/option-values.ts'
import { options } from '#server/config/options.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { findSettings } from '#server/platform/background/saved-settings.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { changeSettings } from './change-settings.ts'
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

type Needs = Pick<Services, 'config' | 'database' | 'settings'>

/** Everything that may be changed while the server runs, with what holds and where it comes from. */
async function listSettings({ config, database, settings }: Needs): Promise<Setting[]> {
  const { plain, sealed } = await findSettings(database)
  return Object.entries(options).flatMap(([name, option]: [string, Option]) => {
    if (option.setting === undefined) return []
    const usual = option.default ?? null
    const fixed = isFixed(config.fixed, name)
    const saved = fixed ? undefined : plain[name]
    const isSealed = !fixed && sealed.some((row) => row.name === name)
    const value = config.fixed.get(name) ?? saved ?? usual
    const isSecret = option.secret === true
    return {
      name,
      group: option.setting,
      // guard: secrets stay in the server -> tests/http/setup/services.test.ts "no answer gives"
      value: isSecret ? null : withoutPassword(value),
      default: usual,
      source: fixed ? 'environment' : saved !== undefined || isSealed ? 'database' : 'default',
      choices: option.read.choices?.slice() ?? null,
      secret: isSecret,
      set: isSealed || value !== null,
      pending: option.holds !== undefined && !fixed && saved !== settings.heldBack[name],
    }
  })
}

/** The environment may have a password in the address of a service. */
function withoutPassword(value: string | null): string | null {
  if (value === null || !/^\w+:\/\/[^/]*@/.test(value)) return value
  const address = new URL(value)
  if (address.password === '') return value
  address.password = ''
  return address.href
}
