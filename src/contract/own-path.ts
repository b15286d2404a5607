/**
 * An address of this app that came from outside, such as in a link, ready to be gone to; undefined for anything that
 * would lead elsewhere.
 */
export function ownPath(value: string | null | undefined, origin: string): string | undefined {
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  // "/.//elsewhere" has our origin, and a path that would be read as another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
