import './manage.css'
import { formatClock } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import type { ManageAccess } from './access/manage-access.ts'
import { type PartProps, useManaged } from './access/use-managed.ts'
import { ByManageLink } from './by-manage-link.tsx'
import { EndTransfer } from './ending/end-transfer.tsx'
import { EndedTransfer } from './ending/ended-transfer.tsx'
import { ManagedFiles } from './files/managed-files.tsx'
import { Timeline } from './history/timeline.tsx'
import { ManagedBox } from './links/managed-box.tsx'
import { ManagedLinks } from './links/managed-links.tsx'
import { ManageMissing } from './manage-missing.tsx'
import { EndChoice } from './settings/end-choice.tsx'
import { LimitChoice } from './settings/limit-choice.tsx'
import { NameAndMessage } from './settings/name-and-message.tsx'
import { PasswordSetting } from './settings/password-setting.tsx'

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
  useDocumentTitle(transfer.title ?? transfer.filename)
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
        <NameAndMessage {...parts} />
        <ManagedFiles {...parts} />
        <ManagedLinks {...parts} />
        <Timeline transfer={transfer} />
      </section>
      {managed.access.token !== undefined && <ByManageLink {...parts} token={managed.access.token} />}
      <EndTransfer {...parts} />
    </div>
  )
}
