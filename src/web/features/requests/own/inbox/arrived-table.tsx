import { useQueryClient } from '@tanstack/react-query'
import type { RequestUpload } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { filesKey, statsQuery } from '#web/service/queries.ts'
import { isGone } from '#web/transfers/store/is-gone.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { ActionMenu } from '#web/ui/popover/action-menu.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { requestsKey } from '../queries.ts'

const MINUTE = 60_000
/** Names of files that are listed one by one. */
const maxNames = 3

const verdicts = {
  clean: 'requests.scanClean',
  checked: 'requests.scanChecked',
  unscanned: 'requests.scanUnscanned',
} as const

type Props = {
  uploads: readonly RequestUpload[]
  /** Only the owner's browser knows what is in them. */
  isSealed: boolean
  onDelete: (upload: RequestUpload) => void
}

/** Each upload: who, when, what the scan found, and the way to open it. */
export function ArrivedTable({ uploads, isSealed, onDelete }: Props) {
  const now = useNow({ every: MINUTE })
  return (
    <DataTable
      caption={t('requests.arrived')}
      rows={uploads}
      keyOf={({ ref }) => ref}
      columns={[
        {
          key: 'from',
          label: t('requests.from'),
          kind: 'first',
          cell: (upload) => <From upload={upload} isSealed={isSealed} />,
        },
        {
          key: 'files',
          label: t('requests.filesColumn'),
          cell: (upload) => <Files upload={upload} isSealed={isSealed} />,
        },
        {
          key: 'arrived',
          label: t('requests.arrived'),
          cell: ({ receivedAt }) => (
            <time className="num" dateTime={receivedAt}>
              {pastMoment(Date.parse(receivedAt), now)}
            </time>
          ),
        },
        {
          key: 'scan',
          label: t('requests.scan'),
          cell: ({ scan }) => (
            <span className={scan === 'unscanned' ? 'with-icon late' : 'with-icon'}>
              <Icon name={scan === 'unscanned' ? 'warning' : 'tick'} />
              {t(verdicts[scan])}
            </span>
          ),
        },
        {
          key: 'actions',
          label: t('requests.actions'),
          kind: 'actions',
          cell: (upload) => (
            <>
              <Link
                className="btn btn-line"
                to={pathWith(paths.download, { fileId: upload.linkId })}
                aria-label={t('requests.openOf', { reference: upload.reference })}
              >
                {(upload.locked || isSealed) && <Icon name="lock" />}
                {t('requests.open')}
              </Link>
              <ActionMenu
                label={t('requests.more', { name: upload.reference })}
                actions={[
                  {
                    name: t('requests.deleteUpload'),
                    icon: <Icon name="bin" />,
                    onSelect: () => onDelete(upload),
                  },
                ]}
              />
            </>
          ),
        },
      ]}
    />
  )
}

function From({ upload, isSealed }: { upload: RequestUpload; isSealed: boolean }) {
  const { name, email, emailConfirmed, reference, opened, checked, title, description } = upload
  const about = [
    reference,
    ...(name !== null && email !== null ? [email] : []),
    ...(email !== null ? [t(emailConfirmed ? 'requests.confirmed' : 'requests.emailNotVerified')] : []),
    ...(name !== null && email === null ? [t('requests.nameNotVerified')] : []),
  ]
  return (
    <>
      <b className="break">{name ?? email ?? t(isSealed ? 'requests.nameInside' : 'requests.noName')}</b>{' '}
      {!opened && <span className="badge badge-ok">{t('requests.isNew')}</span>}
      <span className="sub num break">{about.join(' · ')}</span>
      {(title ?? description) !== null && (
        <span className="sub break lines">
          {[title, description].filter((text) => text !== null).join('\n')}
        </span>
      )}
      {checked.length > 0 && (
        <span className="sub break">{t('requests.ticked', { names: checked.join(', ') })}</span>
      )}
    </>
  )
}

function Files({
  upload: { files, fileCount, size },
  isSealed,
}: {
  upload: RequestUpload
  isSealed: boolean
}) {
  if (isSealed)
    return (
      <span className="arrived-files">
        <span className="num">{formatSize(size)}</span>
        <span className="sub">{t('requests.namesInside')}</span>
      </span>
    )
  const names = files.slice(0, maxNames).map(({ filename }) => filename)
  const more = fileCount - names.length
  return (
    <span className="arrived-files">
      <span className="num">
        {t('requests.files', { count: fileCount })}, {formatSize(size)}
      </span>
      <span className="sub break">
        <WrappedName name={names.join(', ')} />
        {more > 0 && ` ${t('requests.andMore', { count: more })}`}
      </span>
    </span>
  )
}

/** Asks before an upload goes for good. */
export function DeleteUpload({ upload, onDone }: { upload: RequestUpload; onDone: () => void }) {
  const queries = useQueryClient()
  const name = upload.name ?? upload.email ?? upload.reference
  async function remove(): Promise<string | undefined> {
    try {
      await client.call('deleteTransfer', { params: { ref: upload.ref } })
    } catch (error) {
      if (!isGone(error)) return failureText(error, 'requests.uploadNotDeleted')
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: requestsKey }),
      queries.invalidateQueries({ queryKey: filesKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeAndNotify(onDone, 'arrived-title', t('requests.uploadDeleted', { reference: upload.reference }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('requests.deleteUploadOf', { name })}
      text={t('requests.deleteUploadText', { count: upload.fileCount })}
      action={t('requests.deleteUpload')}
      busyAction={t('requests.deleting')}
      onConfirm={remove}
      onClose={onDone}
    />
  )
}
