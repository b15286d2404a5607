import { fetchPart } from '#web/ui/lazy/fetch-part.ts'

/** What a browser does with passkeys: no page carries it before it is used. @throws PartNotFetched */
export async function fetchCeremonies() {
  return (await fetchPart(() => import('./ceremonies.ts'))).default
}
