import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { fingerprintWords } from '#end-to-end/format/key-words.ts'
import { publicKeyLength, requestKeyHash } from '#end-to-end/format/request-slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'

/** The key that files are sealed for in this browser, as far as it is to be trusted. */
export type RequestKey =
  /** Nothing is sealed in this browser. */
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  /** The link says the fingerprint of this very key; without one in the link, people compare the words. */
  | { readonly state: 'right' | 'unsaid'; readonly publicKey: Bytes; readonly words: readonly string[] }
  /** The service says another key or another lock than the link does, or none. */
  | { readonly state: 'wrong' }
  /** This browser lends no cryptography to the page, or a part of the app did not come. */
  | { readonly state: 'unable' }

/**
 * Compares the key that the service says with the fingerprint in the link.
 * @param publicKey in base64
 * @param said fingerprint in base64url; undefined where the link has none
 */
export default async function checkRequestKey(
  publicKey: string | undefined,
  said: string | undefined,
): Promise<RequestKey> {
  if (!('subtle' in crypto)) return { state: 'unable' }
  const bytes = Uint8Array.from(atob(publicKey ?? ''), (sign) => sign.charCodeAt(0))
  if (bytes.length !== publicKeyLength) return { state: 'wrong' }
  const hash = await requestKeyHash(webPrimitives, bytes)
  // guard: key of another than the link says -> src/web/features/requests/visit/sending/check-request-key.test.ts "another"
  if (said !== undefined && said !== toBase64url(hash)) return { state: 'wrong' }
  const state = said === undefined ? 'unsaid' : 'right'
  return { state, publicKey: bytes, words: fingerprintWords(hash) }
}
