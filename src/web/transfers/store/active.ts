import { browserStore } from '../../ui/browser/browser-store.ts'

/** Storage key of the last transfer's links in this tab; see sent-links.ts. */
export const sentLinksKey = 'restante.sent'
/** Storage key of the list of transfers sent from this browser; see sent-here.ts. */
export const sentHereKey = 'restante.sentHere'

let active = browserStore('sessionStorage')?.getItem(sentLinksKey) != null
/** `ended`: the id of the main link of a transfer that is gone. */
type Listener = (ended?: string) => void
const listeners = new Set<Listener>()

/**
 * Whether there is a transfer to come back to. It stands apart from the store, which a page that has nothing to do with
 * sending does not load for it.
 */
export const activity = {
  read: () => active,
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  set(next: boolean): void {
    if (next === active) return
    active = next
    activity.recordChange()
  },
  /** A transfer, perhaps this one, was changed by another part of this tab, or ended. */
  recordChange(ended?: string): void {
    for (const listener of listeners) listener(ended)
  },
}
