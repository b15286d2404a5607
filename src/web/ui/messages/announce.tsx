import { useSyncExternalStore } from 'react'

let message = ''
let listener = () => {}

/** Says something to people who listen instead of looking; politely, after what is being read. */
export function announce(text: string): void {
  // The same words twice would be no change, and no change is not spoken.
  message = text === message ? `${text}\u00a0` : text
  listener()
}

/** The one live region; the shell shows it on every page. */
export function LiveRegion() {
  const text = useSyncExternalStore(
    (change) => {
      listener = change
      return () => {
        listener = () => {}
      }
    },
    () => message,
  )
  return (
    <div className="vh" role="status" aria-live="polite">
      {text}
    </div>
  )
}
