/**
 * Remembers the current entry of the history. The returned function says whether it is still shown, for code that runs after a
 * wait. The browser returns the same state object as long as an entry is shown; each entry of the app has one.
 */
export function rememberPlace(): () => boolean {
  const shown: unknown = history.state
  return () => history.state === shown
}
