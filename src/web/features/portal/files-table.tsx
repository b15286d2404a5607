import { useState } from 'react'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { OwnFile } from '#contract/transfers/files.ts'
import { shownName } from '#web/i18n/format/shown-name.ts'
import { usePhone } from '#web/ui/browser/use-phone.ts'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { formatNumber, pastMoment } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { pathWith } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { ExactTime } from '../../ui/facts/facts.tsx'
import { FileName } from '../../ui/facts/file-name.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { TimeLeft } from '../../ui/lists/bars.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { FileActions } from './file-actions.tsx'
import { FileBadges } from './file-badges.tsx'
import { DeleteFile, FileReceipt } from './file-dialogs.tsx'
import { columns, type FilesOrder, type FilesSort, orderBy } from './files-view.ts'

const MINUTE = 60_000

type Props = {
  files: readonly OwnFile[]
  /** How the rows are sorted, where that can be changed. */
  order?: FilesOrder
  onOrder?: (order: FilesOrder) => void
}

/** Number of downloads, with the limit of the only link if it has one; `inWords` where no label stands above it. */
function downloadsText(file: OwnFile, inWords: boolean): string {
  const { downloadCount, downloadLimit, recipients } = file
  if (downloadLimit === null || recipients.total > 0)
    return inWords ? t('download.downloadCount', { count: downloadCount }) : formatNumber(downloadCount)
  const count = formatNumber(downloadCount)
  return inWords
    ? t('files.ofLimitInWords', { count, limit: downloadLimit })
    : t('files.ofLimit', { count, limit: formatNumber(downloadLimit) })
}

/** Table of the account's files, with cards in place of rows on phones. */
export function FilesTable({ files, order, onOrder }: Props) {
  const [fileToDelete, setFileToDelete] = useState<OwnFile>()
  const [receiptOf, setReceiptOf] = useState<OwnFile>()
  const now = useNow({ every: MINUTE })
  const phone = usePhone()

  function column(sort: FilesSort, part: Pick<Column<OwnFile>, 'kind' | 'cell'>): Column<OwnFile> {
    return {
      ...part,
      key: sort,
      label: t(columns[sort].name),
      sorted: order?.sort === sort ? `${order.order}ending` : undefined,
      onSort: order && onOrder && (() => onOrder(orderBy(sort, order))),
    }
  }

  return (
    <div className="files-rows">
      <DataTable
        caption={t('portal.files')}
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          column('name', {
            kind: 'first',
            cell: (file) => (
              <>
                <Link className="row-name" to={pathWith(paths.portalTransfer, { ref: file.ref })}>
                  <FileName name={shownName(file)} isWords={file.encryptionMethod === endToEndMethod} />
                </Link>
                <FileBadges file={file} />
              </>
            ),
          }),
          column('size', { kind: 'numbers', cell: ({ size }) => formatSize(size) }),
          column('date', {
            cell: ({ uploadDate }) => (
              <ExactTime className="num nowrap" at={uploadDate}>
                {pastMoment(Date.parse(uploadDate), now)}
              </ExactTime>
            ),
          }),
          column('expires', {
            cell: ({ uploadDate, expiresAt }) => <TimeLeft from={uploadDate} until={expiresAt} />,
          }),
          column('downloads', { kind: 'numbers', cell: (file) => downloadsText(file, phone) }),
          {
            key: 'actions',
            label: t('files.actions'),
            kind: 'actions',
            cell: (file) => (
              <FileActions
                file={file}
                onReceipt={() => setReceiptOf(file)}
                onDelete={() => setFileToDelete(file)}
              />
            ),
          },
        ]}
      />
      {receiptOf && <FileReceipt file={receiptOf} onClose={closeOwn(receiptOf, setReceiptOf)} />}
      {fileToDelete && <DeleteFile file={fileToDelete} onClose={closeOwn(fileToDelete, setFileToDelete)} />}
    </div>
  )
}

/** Empty state of the list of files. */
export function NoFiles() {
  return (
    <div className="empty">
      <p>{t('files.none')}</p>
      <Link className="btn btn-primary" to={paths.home}>
        <Icon name="upload" />
        {t('files.uploadFirst')}
      </Link>
    </div>
  )
}
