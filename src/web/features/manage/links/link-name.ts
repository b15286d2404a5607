import type { ManagedLink } from '#contract/transfers/manage.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'

/** Name of a link: its recipient, its label, or its kind. */
export function linkName({ kind, label, recipient }: ManagedLink): string {
  if (kind === 'recipient' && recipient === null) return t('manage.forgotten')
  return recipient ?? (label || t(kind === 'main' ? 'manage.mainLink' : 'manage.extraLink'))
}

/** Returns a function for the address that opens a link of a transfer. */
export function useLinkAddress(): (id: string) => string {
  const links = useShownLinks()
  return (id) => links.to(pathWith(paths.download, { fileId: id }))
}
