import type { ServiceConfig } from '#contract/service.ts'
import { fetchPart } from '#web/ui/lazy/fetch-part.ts'

/** Which way a transfer takes. */
export type UploadWay = {
  /** Origin that takes it; empty for the page's own. */
  baseUrl: string
  /** Resumable first; `call` is for where that is refused. */
  resumable: boolean
  call: 'upload' | 'uploadMultiple' | 'uploadStream'
}

/** Chooses by the bytes and the number of the files. */
export function uploadWay(
  { files, size }: { files: number; size: number },
  { routing, uploadOrigin }: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): UploadWay {
  const resumable = size > routing.resumableAbove
  return {
    baseUrl: size > routing.directAbove ? (uploadOrigin ?? '') : '',
    resumable,
    call: resumable ? 'uploadStream' : files > 1 ? 'uploadMultiple' : 'upload',
  }
}

/** Fetches the part of the app for resumable uploads. @throws PartNotFetched */
export async function fetchResumable() {
  const { default: part } = await fetchPart(() => import('./resumable/resumable-transfer.ts'))
  return part
}
