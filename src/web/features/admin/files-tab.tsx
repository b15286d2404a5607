import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminFile } from '#contract/operations/admin.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { formatNumber, pastMoment } from '#web/i18n/format/further-formats.ts'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { FileName } from '#web/ui/facts/file-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { ExactTime } from '../../ui/facts/facts.tsx'
import { TimeLeft } from '../../ui/lists/bars.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { FilterButtons } from '../../ui/lists/list-controls.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { DeletionDialog } from './shared/deletion-dialog.tsx'
import { FactsDialog, scanText } from './shared/facts-dialog.tsx'
import { ListView, RowActions } from './shared/list-view.tsx'
import { type FileFilter, filesQuery } from './shared/queries.ts'
import type { SharedView } from './shared/tabs.ts'

const MINUTE = 60_000

/** Every file the service knows, from any sender. */
export function FilesTab({ view: { page, search, onPage, onSearch } }: { view: SharedView }) {
  const [filter, setFilter] = useState<FileFilter>('all')
  const [viewed, setViewed] = useState<AdminFile>()
  const [fileToDelete, setFileToDelete] = useState<AdminFile>()
  const now = useNow({ every: MINUTE })
  const { data, ...query } = useQuery(filesQuery({ page, search, filter }))
  function choose(next: FileFilter) {
    setFilter(next)
    onPage(1)
  }
  return (
    <>
      <div className="bar-row between">
        <SearchField label={t('admin.files.search')} search={search} onSearch={onSearch} />
        <FilterButtons
          label={t('admin.files.filter')}
          options={[
            { value: 'all', text: t('admin.filter.all') },
            { value: 'active', text: t('admin.filter.active') },
            { value: 'expired', text: t('admin.filter.expired') },
            { value: 'damaged', text: t('admin.files.damaged') },
          ]}
          value={filter}
          onChange={choose}
        />
      </div>
      <ListView
        caption={t('admin.tab.files')}
        columns={[
          ...columns(now),
          {
            key: 'actions',
            label: t('admin.actions'),
            kind: 'actions',
            cell: (file) => (
              <RowActions
                name={fileTitle(file)}
                onView={() => setViewed(file)}
                onDelete={() => setFileToDelete(file)}
              />
            ),
          },
        ]}
        keyOf={({ id }) => id}
        empty={t('admin.files.none')}
        loaded={{ list: data && { ...data, rows: data.files }, ...query }}
        page={page}
        onPage={onPage}
        chosenBy={`${filter} ${search}`}
      />
      {viewed && <FileDetails file={viewed} onClose={closeOwn(viewed, setViewed)} />}
      {fileToDelete && (
        <DeletionDialog
          name={fileTitle(fileToDelete)}
          text={t('admin.files.deletionText')}
          action={t('admin.files.delete')}
          failed="admin.files.deleteFailed"
          onDelete={() => client.call('adminDeleteFile', { params: { id: fileToDelete.id } })}
          onClose={closeOwn(fileToDelete, setFileToDelete)}
        />
      )}
    </>
  )
}

function columns(now: number): Column<AdminFile>[] {
  return [
    {
      key: 'name',
      label: t('admin.files.name'),
      kind: 'first',
      cell: (file) => (
        <>
          <FileName
            name={fileTitle(file)}
            encrypted={file.isEncrypted}
            isWords={file.encryptionMethod === endToEndMethod || file.filename === ''}
          />
          {file.damaged && (
            <span className="badge badge-bad">
              <Icon name="warning" /> {t('admin.files.damaged')}
            </span>
          )}
        </>
      ),
    },
    { key: 'size', label: t('file.size'), kind: 'numbers', cell: ({ size }) => formatSize(size) },
    {
      key: 'uploader',
      label: t('admin.files.uploader'),
      cell: ({ uploader }) => <span className="break">{uploader ?? t('admin.anonymous')}</span>,
    },
    {
      key: 'uploaded',
      label: t('admin.files.uploaded'),
      cell: ({ uploadDate }) => (
        <ExactTime className="num nowrap" at={uploadDate}>
          {pastMoment(Date.parse(uploadDate), now)}
        </ExactTime>
      ),
    },
    {
      key: 'expires',
      label: t('admin.files.expires'),
      cell: ({ uploadDate, expiresAt }) => <TimeLeft from={uploadDate} until={expiresAt} />,
    },
    {
      key: 'downloads',
      label: t('admin.files.downloads'),
      kind: 'numbers',
      cell: ({ downloadCount }) => formatNumber(downloadCount),
    },
  ]
}

/** Facts of a file. Its id is a reference, which gives no access to the content. */
function FileDetails({ file, onClose }: { file: AdminFile; onClose: () => void }) {
  return (
    <FactsDialog
      title={fileTitle(file)}
      facts={[
        [t('admin.id'), file.id],
        [t('file.size'), formatSize(file.size)],
        [t('admin.files.uploader'), file.uploader ?? t('admin.anonymous')],
        [t('admin.files.downloads'), formatNumber(file.downloadCount)],
        [t('admin.files.uploaded'), <When key="uploaded" at={file.uploadDate} />],
        [t('admin.files.expires'), <When key="expires" at={file.expiresAt} />],
        [t('time.left'), <TimeLeft key="left" from={file.uploadDate} until={file.expiresAt} />],
        [t('file.encryption'), encryptionLabel(file.encryptionMethod).name],
        [t('file.password'), t(file.passwordProtected ? 'file.passwordRequired' : 'file.passwordNone')],
        [t('file.afterDownload'), t(file.deleteAfterDownload ? 'file.isDeleted' : 'file.isKept')],
        [t('admin.files.scan'), t(scanText[file.scan])],
        ...(file.damaged ? [[t('admin.files.damaged'), t('admin.files.damagedText')] as const] : []),
      ]}
      onClose={onClose}
    />
  )
}

function When({ at }: { at: string }) {
  return <ExactTime at={at}>{formatDateTime(Date.parse(at))}</ExactTime>
}

/** Title of a file; the name of an expired or deleted one is gone. */
function fileTitle({ filename, encryptionMethod }: Pick<AdminFile, 'filename' | 'encryptionMethod'>): string {
  if (encryptionMethod === endToEndMethod) return t('file.sealed')
  return filename || t('admin.files.nameGone')
}
