import { fetchPart } from '../../../ui/lazy/fetch-part.ts'

/** The part of the app that sends what can be continued. @throws PartNotFetched */
export async function fetchResumable() {
  const { default: part } = await fetchPart(() => import('./resumable-transfer.ts'))
  return part
}
