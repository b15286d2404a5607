import { t } from '#web/i18n/t.ts'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'

/** The empty box, after the transfer was deleted. */
export function DeletedView({ onAnother }: { onAnother: () => void }) {
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <FocusedHeading className="title-xl">{t('deletion.deleted')}</FocusedHeading>
        <p className="tight-above">{t('deletion.deletedText')}</p>
      </section>
      <section className="card card-pad">
        <button type="button" className="btn btn-primary" onClick={onAnother}>
          {t('success.another')}
        </button>
      </section>
    </div>
  )
}
