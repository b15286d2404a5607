import { fetchPart } from '../../../ui/lazy/fetch-part.ts'

/** Fetches the part of the app for resumable uploads. @throws PartNotFetched */
export async function fetchResumable() {
  const { default: part } = await fetchPart(() => import('./resumable-transfer.ts'))
  return part
}
