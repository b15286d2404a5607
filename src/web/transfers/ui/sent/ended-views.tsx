import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
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
          <Button onClick={onAnother}>{t('success.another')}</Button>
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
        <Button variant="primary" onClick={onAnother}>
          {t('success.another')}
        </Button>
      </section>
    </div>
  )
}
