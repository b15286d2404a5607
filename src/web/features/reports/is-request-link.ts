import { matchPath } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'

/** Whether a link leads to a file request and not to a transfer, as far as its address shows. */
export function isRequestLink(link: string): boolean {
  const url = URL.parse(link.trim(), location.origin)
  return url !== null && matchPath(paths.request, url.pathname) !== undefined
}
