import type { RuleName } from '#contract/operations/groups/groups.ts'
import { t } from '../i18n/t.ts'
import { useServiceConfig } from './service-config.ts'

/** Says in whose name rules decided what stands beside it; nothing where none of them is set. */
export function SetBy({ rules }: { rules: readonly RuleName[] }) {
  const set = useServiceConfig().rules
  if (!set || !rules.some((rule) => set.set.includes(rule))) return null
  return <p className="hint">{t('options.setBy', { by: set.by })}</p>
}

type Props = { label: string; by: string }

/** An option that a rule of the service has decided, in place of its switch. */
export function SetByRule({ label, by }: Props) {
  return (
    <p>
      <b className="strong">{label}</b> <span className="small muted">{t('options.setBy', { by })}</span>
    </p>
  )
}
