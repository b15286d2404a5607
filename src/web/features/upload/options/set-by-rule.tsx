import { t } from '#web/i18n/t.ts'

type Props = { label: string; by: string }

/** An option that a rule of the service has decided, in place of its switch. */
export function SetByRule({ label, by }: Props) {
  return (
    <p>
      <b className="strong">{label}</b> <span className="small muted">{t('options.setBy', { by })}</span>
    </p>
  )
}
