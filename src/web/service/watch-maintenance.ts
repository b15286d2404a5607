import { createClient } from '#client/create-client.ts'
import { setMaintenance } from './maintenance.ts'

/** Milliseconds after which the server is asked whether it is over. */
const pause = 15_000

const caller = createClient({ baseUrl: '' })
let timer: number | undefined

/** Finds out whether the service is under maintenance, and while it is, again and again whether it is over. */
export async function watchMaintenance(): Promise<void> {
  clearTimeout(timer)
  // Keeps the last answer while the server does not respond at all.
  const active = await caller.call('config').then(
    (config) => {
      setMaintenance(config.maintenance)
      return config.maintenance.active
    },
    () => true,
  )
  clearTimeout(timer)
  if (active) timer = window.setTimeout(() => void watchMaintenance(), pause)
}
