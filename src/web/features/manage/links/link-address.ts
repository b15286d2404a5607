import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'

/** Returns a function for the address that opens a link of a transfer. */
export function useLinkAddress(): (id: string) => string {
  const links = useShownLinks()
  return (id) => links.to(pathWith(paths.download, { fileId: id }))
}
