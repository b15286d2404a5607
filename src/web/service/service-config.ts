import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { client, onUnavailable } from '../accounts/client.ts'
import { useSession } from '../accounts/session.ts'
import { brand } from '../ui/browser/brand.ts'
import { setMaintenance } from './maintenance.ts'

/** Configuration that the server reports; null when it could not be reached. */
export const ServiceConfigContext = createContext<ServiceConfig | null>(null)

// Such an answer may mean maintenance.
onUnavailable(checkMaintenance)

/**
 * Fetches the configuration, the first time before anything is rendered, so that no page has to guess, and to avoid layout
 * shift.
 */
export async function loadServiceConfig(): Promise<ServiceConfig | null> {
  const config = await client.call('config').catch(() => null)
  if (config?.maintenance.active) {
    setMaintenance(config.maintenance)
    checkMaintenance()
  }
  return config
}

/**
 * Configuration for the person at this browser. Some limits are personal, so it is fetched again when the person changes.
 * @param atStart the configuration fetched before the first render; its state of maintenance stays
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

/** Whether pages offer to open an account: where people can by themselves, true until that is known, unless it is hidden. */
export function canSignUp(config: ServiceConfig | null): boolean {
  return !brand?.hideSignUp && (config === null || config.registrationOpen || config.oidc?.signUp === true)
}

function checkMaintenance(): void {
  import('./watch-maintenance.ts').then(({ watchMaintenance }) => watchMaintenance()).catch(() => {})
}

/** @throws Error outside a page: the shell renders none before the server has answered */
export function useServiceConfig(): ServiceConfig {
  const config = use(ServiceConfigContext)
  if (!config) throw new Error('a page was drawn before the server said what it offers')
  return config
}

/**
 * The links that pages show, copy and draw. They lead to PUBLIC_URL; while that is unset, to the address by which this page
 * was opened, since the server knows no name that other devices reach it by.
 */
export function useShownLinks() {
  const { publicUrl } = useServiceConfig()
  return {
    /** The link to a path of this app. */
    to: (path: string) => (publicUrl ?? location.origin) + path,
    /** A link as the server made it, as it is shown. */
    shown(link: string) {
      const { pathname, search, hash } = new URL(link)
      return (publicUrl ?? location.origin) + pathname + search + hash
    },
  }
}
