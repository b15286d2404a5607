import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { endOfLife } from '#web/i18n/format/moments.ts'
import { t } from '#web/i18n/t.ts'
import { isOver } from '#web/transfers/store/is-over.ts'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { Countdown, LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import { useLinkAddress } from './link-address.ts'
import { linkName } from './link-name.ts'

/** The box that holds the transfer: its facts, its link, and its remaining time. */
export function ManagedBox({ transfer }: { transfer: ManagedTransfer }) {
  const [from, until] = [Date.parse(transfer.createdAt), Date.parse(transfer.expiresAt)]
  const now = useNow({ until })
  const addressOf = useLinkAddress()
  const main = transfer.links.find(({ id }) => id === transfer.linkId)
  return (
    <section className="box box-attach" aria-label={t('manage.transfer')}>
      <h1 className="title-xl break">{transfer.title ?? transfer.filename}</h1>
      <p className="num strong">
        {t('manage.facts', {
          count: transfer.fileCount,
          size: formatSize(transfer.size),
          when: endOfLife(from, now),
        })}
      </p>
      <div className="manage-link">
        {main && (main.revokedAt !== null || isOver(main, now)) ? (
          <p>{t('manage.revoked', { name: linkName(main) })}</p>
        ) : (
          <CopyField primary value={addressOf(transfer.linkId)} label={t('share.link')} />
        )}
      </div>
      <div className="remain num">
        <Countdown expiresAt={until} now={now} />
        <ExactTime at={transfer.expiresAt}>
          {t('manage.worksUntil', { when: endOfLife(until, now) })}
        </ExactTime>
      </div>
      <LifeLine left={partLeft({ from, until, now })} />
    </section>
  )
}
