/** The browser's storage for this app, for good or until its tab is closed; undefined where storage is switched off. */
export function browserStore(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}
