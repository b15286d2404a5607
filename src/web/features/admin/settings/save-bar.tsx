import { useSession } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'

type Props = { count: number; busy: boolean; onDiscard: () => void }

/** Counts unsaved changes; shown only while there are any. */
export function SaveBar({ count, busy, onDiscard }: Props) {
  const session = useSession()
  if (count === 0 || session.status !== 'user') return null
  return (
    <section className="save-bar" aria-label={t('admin.settings.changes')}>
      <div>
        <b className="strong" role="status">
          {t('admin.settings.count', { count })}
        </b>
        <br />
        <span className="small muted">{t('admin.settings.loggedAs', { name: session.user.username })}</span>
      </div>
      <button type="button" className="btn btn-quiet" onClick={onDiscard}>
        {t('admin.settings.discard')}
      </button>
      <SubmitButton busy={busy} text={t('admin.settings.save')} busyText={t('admin.settings.saving')} />
    </section>
  )
}
