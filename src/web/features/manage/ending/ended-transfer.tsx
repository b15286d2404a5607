import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { Timeline } from '../history/timeline.tsx'

/** The box, empty: the transfer has just been ended. */
export function EndedTransfer({ transfer }: { transfer: ManagedTransfer }) {
  return (
    <div className="box-page manage">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <FocusedHeading className="title-xl break">
          {t('manage.ended', { name: transfer.title ?? transfer.filename })}
        </FocusedHeading>
        <p className="tight-above">{t('manage.endedText')}</p>
      </section>
      <section className="card clip">
        <Timeline transfer={transfer} />
        <div className="card-pad">
          <Link className="btn btn-primary" to={paths.home}>
            <Icon name="upload" />
            {t('success.another')}
          </Link>
        </div>
      </section>
    </div>
  )
}
