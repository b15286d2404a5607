import type { ManagedLink } from '#contract/transfers/manage.ts'
import { formatNumber, pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { isOver } from '#web/transfers/store/is-gone.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { linkName, useLinkAddress } from './link-name.ts'

const MINUTE = 60_000

type Props = {
  links: readonly ManagedLink[]
  /** When the transfer ends, and all links with it. */
  until: number
  /** Undefined where the limits of links cannot be chosen. */
  onLimit: ((link: ManagedLink) => void) | undefined
  onRevoke: (link: ManagedLink) => void
  onRemind: (link: ManagedLink) => Promise<void>
}

/** Delivery states of the mail with a link. */
const mailTexts = {
  queued: 'manage.mailQueued',
  accepted: 'manage.mailAccepted',
  bounced: 'manage.mailBounced',
} as const

/** Each link with its state, the latest visit and the downloads. */
export function LinksTable({ links, until, ...acts }: Props) {
  const addressOf = useLinkAddress()
  const now = useNow({ every: MINUTE })
  const isAhead = (end: number) => now < end && end < until
  return (
    <DataTable
      caption={t('manage.links')}
      rows={links}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'link',
          label: t('manage.link'),
          kind: 'first',
          cell: (link) => (
            <>
              <b className="break">{linkName(link)}</b>
              <span className="sub break">{addressOf(link.id).replace(/^https?:\/\//, '')}</span>
              {link.expiresAt !== null && isAhead(Date.parse(link.expiresAt)) && (
                <span className="sub">{untilText('available', Date.parse(link.expiresAt), now)}</span>
              )}
            </>
          ),
        },
        ...(links.some(({ mailed }) => mailed !== null)
          ? [
              {
                key: 'mailed',
                label: t('manage.mailed'),
                cell: ({ mailed }: ManagedLink) =>
                  mailed === null ? (
                    '–'
                  ) : (
                    <span className={mailed === 'bounced' ? 'late' : undefined}>{t(mailTexts[mailed])}</span>
                  ),
              },
            ]
          : []),
        {
          key: 'opened',
          label: t('manage.opened'),
          cell: ({ openedAt }) =>
            openedAt === null ? t('manage.notYet') : pastMoment(Date.parse(openedAt), now),
        },
        {
          key: 'downloads',
          label: t('manage.downloads'),
          cell: ({ downloads, downloadLimit }) =>
            downloadLimit === null
              ? formatNumber(downloads)
              : t('manage.ofLimit', { count: downloads, limit: downloadLimit }),
        },
        {
          key: 'actions',
          label: t('manage.actions'),
          kind: 'actions',
          cell: (link) => <LinkActions link={link} over={isOver(link, now)} {...acts} />,
        },
      ]}
    />
  )
}

type ActsProps = Omit<Props, 'links' | 'until'> & { link: ManagedLink; over: boolean }

function LinkActions({ link, over, onLimit, onRevoke, onRemind }: ActsProps) {
  const addressOf = useLinkAddress()
  const name = linkName(link)
  const [remind, reminding] = useSingleFlight(() => onRemind(link))
  if (link.revokedAt !== null) return <span className="badge">{t('manage.isRevoked')}</span>
  if (over) return <span className="badge">{t('time.expired')}</span>
  const usedUp = link.downloadLimit !== null && link.downloads >= link.downloadLimit
  return (
    <>
      {usedUp ? (
        <span className="badge">{t('manage.usedUp')}</span>
      ) : (
        <CopyButton value={addressOf(link.id)} label={t('manage.copyLink', { name })} />
      )}
      {link.kind === 'recipient' && (
        <Button
          variant="quiet"
          aria-label={t('manage.remindOf', { name })}
          busy={reminding}
          onClick={() => remind()}
        >
          {t('manage.remind')}
        </Button>
      )}
      {onLimit && (
        <Button
          variant="quiet"
          aria-label={t(usedUp ? 'manage.raiseLimitOf' : 'manage.limitOf', { name })}
          onClick={() => onLimit(link)}
        >
          {t(usedUp ? 'manage.raiseLimit' : 'manage.limit')}
        </Button>
      )}
      <Button variant="quiet" aria-label={t('manage.revokeLink', { name })} onClick={() => onRevoke(link)}>
        {t('manage.revoke')}
      </Button>
    </>
  )
}
