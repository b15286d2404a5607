import { t } from '#web/i18n/t.ts'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'

type Props = {
  /** Address of the page that manages the transfer. */
  manage: string
  onAnother: () => void
}

/** The main link no longer opens the transfer, which still exists. */
export function ClosedView({ manage, onAnother }: Props) {
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <FocusedHeading className="title-xl">{t('success.closed')}</FocusedHeading>
        <p className="tight-above">{t('success.closedText')}</p>
      </section>
      <section className="card card-pad">
        <div className="bar-row">
          <Link className="btn btn-primary" to={manage}>
            {t('success.manage')}
          </Link>
          <button type="button" className="btn btn-line" onClick={onAnother}>
            {t('success.another')}
          </button>
        </div>
      </section>
    </div>
  )
}

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
