/**
 * Notes where one is. What it returns says whether one is still there, for what comes after a wait. As long as an entry of
 * the history is shown, the browser hands out its state as one and the same object; each entry of the app has one.
 */
export function rememberPlace(): () => boolean {
  const shown: unknown = history.state
  return () => history.state === shown
}
