import { currentSession } from '#web/accounts/session.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'

/** Each account of this browser has a key of its own. */
function storageKey(): string | undefined {
  const session = currentSession()
  return session.status === 'user' ? `restante.request-key.${session.user.id}` : undefined
}

/**
 * Keeps the fingerprint of the key that this browser has made or used for the person who is signed in, so that the service cannot
 * exchange it unseen.
 * @param fingerprint in hexadecimal; undefined once the key is deleted
 */
export function keepKnownKey(fingerprint: string | undefined): void {
  const name = storageKey()
  if (name === undefined) return
  try {
    if (fingerprint === undefined) browserStore('localStorage')?.removeItem(name)
    else browserStore('localStorage')?.setItem(name, fingerprint)
  } catch {}
}

function knownKey(): string | undefined {
  return browserStore('localStorage')?.getItem(storageKey() ?? '') ?? undefined
}

/**
 * The link of a request that is locked in browsers, with the fingerprint of its key as far as this browser knows it of itself.
 * @param fingerprint as the service says it, in hexadecimal
 * @returns undefined where the service says another key than this browser knows
 */
export function linkWithKey(
  url: string,
  fingerprint: string,
): { link: string; isWhole: boolean } | undefined {
  const known = knownKey()
  if (known === undefined) return { link: url, isWhole: false }
  // The service has exchanged it, or another browser has made a new one.
  if (known !== fingerprint) return undefined
  const bytes = String.fromCharCode(...(known.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))
  const written = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return { link: `${url}#p=${written}`, isWhole: true }
}
