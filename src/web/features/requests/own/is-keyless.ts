import type { OwnRequest } from '#contract/requests/requests.ts'

/** Whether the key that locked what arrives was deleted: the request has ended for good, and cannot be changed or opened. */
export function isKeyless({ lock, key }: Pick<OwnRequest, 'lock' | 'key'>): boolean {
  return lock === 'key' && key === null
}
