import type { ManagedLink } from '#contract/transfers/manage.ts'
import { t } from '#web/i18n/t.ts'

/** Name of a link: its recipient, its label, or its kind. */
export function linkName({ kind, label, recipient }: ManagedLink): string {
  if (kind === 'recipient' && recipient === null) return t('manage.forgotten')
  return recipient ?? (label || t(kind === 'main' ? 'manage.mainLink' : 'manage.extraLink'))
}
