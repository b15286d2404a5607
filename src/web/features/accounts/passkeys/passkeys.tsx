import { Drawing } from '#web/ui/icons/icon.tsx'
import { fetchPart } from '#web/ui/lazy/fetch-part.ts'

/** Whether this browser can use passkeys here: it binds them to a name, not to a network address, and wants TLS. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Fetches the code of passkeys, which no page loads before its use. @throws PartNotFetched */
export async function fetchCeremonies() {
  return (await fetchPart(() => import('./ceremonies.ts'))).default
}

/** Decoration only. */
export function PasskeyIcon() {
  return (
    <Drawing path="M9.5 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 20c.5-4 2.9-6 6.5-6 1.4 0 2.6.3 3.6.9M17.5 10.5a2.8 2.8 0 0 1 1.2 5.3V21l-1.4-1.3V15.800a2.800 2.800 0 0 1 .2-5.3z" />
  )
}
