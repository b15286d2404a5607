import { fetchPart } from '#web/ui/lazy/fetch-part.ts'

/** Fetches the code of passkeys, which no page loads before its use. @throws PartNotFetched */
export async function fetchCeremonies() {
  return (await fetchPart(() => import('./ceremonies.ts'))).default
}
