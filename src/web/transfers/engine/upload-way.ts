import type { ServiceConfig } from '#contract/service.ts'

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
