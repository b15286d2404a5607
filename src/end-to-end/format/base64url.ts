import type { Bytes } from '../primitives.ts'

/** Base64url without padding (RFC 4648), of short values. */
export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Undefined for anything that `toBase64url` does not write, a last character with spare bits among it. */
export function fromBase64url(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )
  // guard: one spelling of each value -> src/end-to-end/format/link-key.test.ts "four last characters"
  return toBase64url(bytes) === text ? bytes : undefined
}
