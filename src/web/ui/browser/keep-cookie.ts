/** Seconds for which a choice is remembered: 365 days. */
const remembered = 365 * 24 * 60 * 60

/** Keeps a choice in this browser, where the server sees it, too; an empty one is forgotten. */
export function keepCookie(name: string, value: string): void {
  const age = value === '' ? 0 : remembered
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${name}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`
}
