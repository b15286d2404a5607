import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { client, onUnavailable } from '../accounts/client.ts'
import { useSession } from '../accounts/session.ts'
import { setMaintenance } from './maintenance.ts'

/** What the server says it offers; null when it could not be asked. */
export const ServiceConfigContext = createContext<ServiceConfig | null>(null)

// Such an answer may mean maintenance.
onUnavailable(lookForMaintenance)

/** Asks the server, at first before anything is drawn, so that no page has to guess or to move when it answers. */
export async function loadServiceConfig(): Promise<ServiceConfig | null> {
  const config = await client.call('config').catch(() => null)
  if (config?.maintenance.active) {
    setMaintenance(config.maintenance)
    lookForMaintenance()
  }
  return config
}

/**
 * What the server offers to the person at this browser. Some limits are theirs: it is asked again once they are another.
 * @param atStart what it said before anything was drawn; whether that hid the pages stays so
 */
export function useConfigOfPerson(atStart: ServiceConfig | null): ServiceConfig | null {
  const [config, setConfig] = useState(atStart)
  const session = useSession()
  const person = session.status === 'user' ? session.user.id : undefined
  const asked = useRef(person)
  useEffect(() => {
    if (asked.current === person) return undefined
    let current = true
    void loadServiceConfig().then((next) => {
      if (!current || !next) return
      asked.current = person
      setConfig((before) => before && { ...next, maintenance: before.maintenance })
    })
    return () => {
      current = false
    }
  }, [person])
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
