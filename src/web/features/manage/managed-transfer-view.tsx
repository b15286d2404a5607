import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import './manage.css'
import { ApiError } from '#client/api-error.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { endOfLife, formatClock, formatSize } from '#web/i18n/format/format.ts'
import { shownName } from '#web/i18n/format/shown-name.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { isOver } from '#web/transfers/store/is-gone.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import { ByManageLink } from './by-manage-link.tsx'
import { EndedTransfer, EndTransfer } from './end-transfer.tsx'
import { ManagedFiles } from './files/managed-files.tsx'
import { linkName, useLinkAddress } from './links/link-name.ts'
import { ManagedLinks } from './links/managed-links.tsx'
import type { ManageAccess } from './manage-access.ts'
import { EndChoice } from './settings/end-choice.tsx'
import { LimitChoice } from './settings/limit-choice.tsx'
import { NameAndMessage } from './settings/name-and-message.tsx'
import { PasswordSetting } from './settings/password-setting.tsx'
import { Timeline } from './timeline.tsx'
import { type PartProps, useManaged } from './use-managed.ts'

/** Everything that can be done with a transfer after sending. */
export function ManagedTransferView({ access }: { access: ManageAccess }) {
  const managed = useManaged(access)
  const { state } = managed
  switch (state.phase) {
    case 'loading':
      return <LoadingBox />
    case 'missing':
      return <ManageMissing error={state.error} onRetry={undefined} />
    case 'unreachable':
      return <ManageMissing error={state.error} onRetry={managed.reload} />
    case 'ended':
      return <EndedTransfer transfer={state.transfer} />
    case 'ready':
      return <Settings managed={managed} transfer={state.transfer} changedAt={state.changedAt} />
  }
}

function Settings({ managed, transfer, changedAt }: PartProps & { changedAt: number | undefined }) {
  const parts = { managed, transfer }
  useDocumentTitle(shownName(transfer))
  const isSealed = transfer.encryptionMethod === endToEndMethod
  return (
    <div className="box-page manage">
      <ManagedBox transfer={transfer} />
      <section className="card clip" aria-label={t('manage.settings')}>
        {changedAt !== undefined && (
          <p className="note" role="status">
            {t('manage.changedMeanwhile', { time: formatClock(changedAt) })}
          </p>
        )}
        {transfer.disabled && (
          <p className="note note-warn">
            <span>
              {t('manage.disabled')}{' '}
              {transfer.decision !== null && <Link to={transfer.decision}>{t('manage.reasons')}</Link>}
            </span>
          </p>
        )}
        {transfer.damaged && (
          <p className="note note-bad" role="status">
            <Icon name="warning" />
            <span>{t('manage.damaged')}</span>
          </p>
        )}
        <div className="knobs">
          <EndChoice {...parts} />
          <LimitChoice {...parts} />
          <PasswordSetting {...parts} />
        </div>
        {!isSealed && <NameAndMessage {...parts} />}
        {isSealed ? <p className="hint card-pad">{t('manage.sealed')}</p> : <ManagedFiles {...parts} />}
        <ManagedLinks {...parts} />
        <Timeline transfer={transfer} />
      </section>
      {managed.access.token !== undefined && <ByManageLink {...parts} token={managed.access.token} />}
      <EndTransfer {...parts} />
    </div>
  )
}

/** The box that holds the transfer: its facts, its link, and its remaining time. */
function ManagedBox({ transfer }: { transfer: ManagedTransfer }) {
  const [from, until] = [Date.parse(transfer.createdAt), Date.parse(transfer.expiresAt)]
  const now = useNow({ until })
  const addressOf = useLinkAddress()
  const main = transfer.links.find(({ id }) => id === transfer.linkId)
  return (
    <section className="box box-attach" aria-label={t('manage.transfer')}>
      <h1 className="title-xl break">
        <WrappedName name={shownName(transfer)} />
      </h1>
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
          <>
            <CopyField primary value={addressOf(transfer.linkId)} label={t('share.link')} />
            {transfer.encryptionMethod === endToEndMethod && <p className="hint">{t('manage.withoutKey')}</p>}
          </>
        )}
      </div>
      <div className="remain num">
        <ExactTime at={transfer.expiresAt}>{untilText('available', until, now)}</ExactTime>
      </div>
      <LifeLine left={partLeft({ from, until, now })} />
    </section>
  )
}

type MissingProps = { error: unknown; onRetry: (() => void | Promise<void>) | undefined }

/** Nothing to manage, as far as this link goes: the same for a wrong link, an unknown and an ended transfer. */
export function ManageMissing({ error, onRetry }: MissingProps) {
  useDocumentTitle(t('manage.notAvailable'))
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <h1 className="title-xl">{t('manage.notAvailable')}</h1>
        <p className="tight-above" role="alert">
          {onRetry ? failureText(error, 'manage.notLoaded') : t('manage.notAvailableText')}
        </p>
        {error instanceof ApiError && error.decision !== undefined && (
          <p>
            <Link to={error.decision}>{t('manage.reasons')}</Link>
          </p>
        )}
      </section>
      <section className="card card-pad">
        <div className="bar-row">
          {onRetry && <RetryButton text={t('download.tryAgain')} onRetry={onRetry} />}
          <Link className={`btn ${onRetry ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            <Icon name="upload" />
            {t('download.uploadYourOwn')}
          </Link>
        </div>
      </section>
    </div>
  )
}
