import { createContext, use } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { client, onUnavailable } from '../../accounts/client.ts'
import { setMaintenance } from './maintenance.ts'

/** What the server says it offers; null when it could not be asked. */
export const ServiceConfigContext = createContext<ServiceConfig | null>(null)

// Such an answer may mean maintenance.
onUnavailable(lookForMaintenance)

/** Asks the server, once, before anything is drawn, so that no page has to guess or to move when it answers. */
export async function loadServiceConfig(): Promise<ServiceConfig | null> {
  const config = await client.call('config').catch(() => null)
  if (config?.maintenance.active) {
    setMaintenance(config.maintenance)
    lookForMaintenance()
  }
  return config
}

function lookForMaintenance(): void {
  import('./watch-maintenance.ts').then(({ watchMaintenance }) => watchMaintenance()).catch(() => {})
}

/** @throws Error outside a page: the shell draws none before the server has answered */
export function useServiceConfig(): ServiceConfig {
  const config = use(ServiceConfigContext)
  if (!config) throw new Error('a page was drawn before the server said what it offers')
  return config
}
