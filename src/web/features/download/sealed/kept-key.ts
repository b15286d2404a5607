import { browserStore } from '#web/ui/browser/browser-store.ts'

/** As boot.js has it, which takes the key out of the address before anything else reads that. */
const nameOf = (linkId: string) => `restante-key-${linkId}`
/** Marks a key that came within the path, as mail filters write it: the browser has sent it to the server. */
const sentMark = '!'

/** Keys in memory, for browsers without storage. */
const keys = new Map<string, string>()

/** The key of a link as it came with the address or was typed, and whether the server has seen it. */
export function keptKey(linkId: string): { readonly written: string; readonly sent: boolean } | undefined {
  const kept = keys.get(linkId) ?? browserStore('sessionStorage')?.getItem(nameOf(linkId)) ?? inAddress()
  if (!kept) return undefined
  const sent = kept.startsWith(sentMark)
  return { written: sent ? kept.slice(sentMark.length) : kept, sent }
}

/** Keeps the key for this tab, so that a reload works. */
export function keepKey(linkId: string, written: string): void {
  keys.set(linkId, written)
  try {
    browserStore('sessionStorage')?.setItem(nameOf(linkId), written)
  } catch {}
}

/** A key that comes while the page is open, by a link in the address bar, or that no storage took. */
function inAddress(): string | undefined {
  const key = /^#k=(.+)$/.exec(location.hash)?.[1]
  if (key) history.replaceState(history.state, '', location.pathname + location.search)
  return key
}
