import { sentLinksKey } from '#web/transfers/store/active.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'

/** The key of a link, where this tab has sent or opened it. */
export function keyOfTab(linkId: string): string | undefined {
  const store = browserStore('sessionStorage')
  // As store/sent-links.ts and boot.js have them.
  const sent = store?.getItem(sentLinksKey) ?? ''
  const key = new RegExp(`/download/${linkId}#k=([\\w-]{47})"`).exec(sent)?.[1]
  return key ?? store?.getItem(`restante-key-${linkId}`)?.replace(/^!/, '')
}
