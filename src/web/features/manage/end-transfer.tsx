import { useState } from 'react'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import { shownName } from '#web/i18n/format/shown-name.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { Timeline } from './timeline.tsx'
import type { PartProps } from './use-managed.ts'

/** Ends the transfer for good: its files go, and every link stops at once. */
export function EndTransfer({ managed, transfer }: PartProps) {
  const [asked, setAsked] = useState(false)
  function end() {
    return managed.change(async (headers, ref) => {
      await client.call('deleteTransfer', { params: { ref }, headers })
      return { transfer: null }
    }, 'manage.notEnded')
  }
  return (
    <section className="manage-end bar-row between" aria-label={t('manage.endTitle')}>
      <p className="small muted">{t('manage.endText')}</p>
      <Button variant="quiet-danger" onClick={() => setAsked(true)}>
        <Icon name="bin" />
        {t('manage.endNow')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('manage.endNamed', { name: shownName(transfer) })}
          text={t('manage.endHappens')}
          action={t('manage.endNow')}
          busyAction={t('manage.ending')}
          onConfirm={end}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}

/** The box, empty: the transfer has just been ended. */
export function EndedTransfer({ transfer }: { transfer: ManagedTransfer }) {
  return (
    <div className="box-page manage">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <FocusedHeading className="title-xl break">
          {t('manage.ended', { name: shownName(transfer) })}
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
