import { matchPath } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'

/** A link without all that may open it: what follows `#`, also where that is written `%23`, and `?`. It stays in this browser. */
export function bareLink(link: string): string {
  return link.trim().split(/#|%23|\?/, 1)[0] ?? ''
}

/** The key in a link, or of one that this tab has opened; see features/download/sealed/kept-key.ts. */
export function keyOfLink(link: string): string | undefined {
  const written = /(?:#|%23)k=(.+)$/.exec(link.trim())?.[1]
  if (written) return written
  const url = URL.parse(bareLink(link), location.origin)
  const id = url ? matchPath(paths.download, url.pathname)?.id : undefined
  const kept = id && browserStore('sessionStorage')?.getItem(`restante-key-${id}`)
  return kept?.replace(/^!/, '') || undefined
}
