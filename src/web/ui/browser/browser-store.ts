/** What the browser keeps for this app, for good or until its tab is closed; undefined where people have switched that off. */
export function browserStore(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}
