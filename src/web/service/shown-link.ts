/** A link of the service at another origin of it. */
export function shownLink(link: string, origin: string): string {
  const { pathname, search, hash } = new URL(link)
  return origin + pathname + search + hash
}
