import type { OwnRequest } from '#contract/requests/requests.ts'
import { linkWithKey } from '#web/transfers/request-keys/known-key.ts'

/**
 * The link of a request, as it is sent to visitors. One that is locked in their browsers carries the fingerprint of the key.
 * @param shown its address
 * @returns `isWhole`: false where the fingerprint is missing; undefined where the service says another key than this browser knows
 */
export function linkOf(
  { lock, key }: Pick<OwnRequest, 'lock' | 'key'>,
  shown: string,
): { readonly link: string; readonly isWhole: boolean } | undefined {
  return lock === 'browser' && key ? linkWithKey(shown, key.fingerprint) : { link: shown, isWhole: true }
}
