/** The browser's storage for this app, for good or until its tab is closed; undefined where storage is switched off. */
export function browserStore(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/** Seconds for which a choice is remembered: 365 days. */
const remembered = 365 * 24 * 60 * 60

/** Keeps a choice in this browser, where the server sees it, too; an empty one is forgotten. */
export function keepCookie(name: string, value: string): void {
  const age = value === '' ? 0 : remembered
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${name}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`
}

/** Marks, in the local storage, that there may be files to take away; see own-files.ts, which few pages load. */
export const ownFilesKey = 'restante.ownFiles'

/** Storage key of uploads that can go on; apart from what reads them, which the home page loads only where there is one. */
export const stoppedUploadsKey = 'restante.uploads'
