import type { ServiceConfig } from '#contract/service.ts'

/** Limits of downloads that the person may choose, the usual one, and whether there has to be one. */
export function downloadBounds({ rules, limits }: ServiceConfig) {
  return rules?.downloadLimit ?? { usual: null, least: 1, most: limits.downloadLimit, required: false }
}

export type DownloadBounds = ReturnType<typeof downloadBounds>
