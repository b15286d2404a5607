import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'

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
      <Button variant="quiet" onClick={onDiscard}>
        {t('admin.settings.discard')}
      </Button>
      <Button type="submit" variant="primary" busy={busy} busyText={t('admin.settings.saving')}>
        {t('admin.settings.save')}
      </Button>
    </section>
  )
}
