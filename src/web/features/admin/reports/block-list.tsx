import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlockedContent } from '#contract/operations/cases.ts'
import { client } from '#web/accounts/client.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { SearchField } from '#web/ui/lists/search-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { ListView } from '../shared/list-view.tsx'
import { blockListQuery, useAct } from '../shared/queries.ts'
import { goToPanel } from '../shared/tab-list.tsx'
import { AddHashesDialog } from './add-hashes-dialog.tsx'
import { reasonTexts } from './report-texts.ts'

/** The content that is refused, by its hashes: added last stands first. */
export function BlockList({ onBack }: { onBack: () => void }) {
  const act = useAct()
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const { data, ...query } = useQuery(blockListQuery({ page, search }))
  useDocumentTitle(t('admin.reports.blockList'))
  const [remove] = useSingleFlight(async (sha256: string) => {
    const failed = await act(() => client.call('unblockContent', { params: { sha256 } }))
    if (failed) {
      showToast('error', failureWithReason(failed, 'admin.reports.notUnblocked'))
      return
    }
    showToast('success', t('admin.reports.unblocked'))
    // The button went with its row.
    goToPanel()
  })
  return (
    <>
      <div>
        <Button variant="quiet" onClick={onBack}>
          <Icon name="back" />
          {t('admin.tab.reports')}
        </Button>
      </div>
      <div className="stack-s">
        <h2>{t('admin.reports.blockList')}</h2>
        <p className="muted">{t('admin.reports.blockText')}</p>
      </div>
      <div className="bar-row list-tools">
        <SearchField
          label={t('admin.reports.blockSearch')}
          search={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <Button onClick={() => setAdding(true)}>{t('admin.reports.addHashes')}</Button>
      </div>
      <ListView
        caption={t('admin.reports.blockList')}
        columns={[
          ...columns(),
          {
            key: 'actions',
            label: t('admin.actions'),
            kind: 'actions',
            cell: ({ sha256 }) => (
              <Button
                aria-label={t('admin.reports.unblockHash', { hash: sha256.slice(0, 8) })}
                onClick={() => remove(sha256)}
              >
                {t('admin.reports.unblock')}
              </Button>
            ),
          },
        ]}
        keyOf={({ sha256 }) => sha256}
        empty={t(search === '' ? 'admin.reports.blockEmpty' : 'admin.reports.blockNone')}
        loaded={{ list: data && { ...data, rows: data.blocked }, ...query }}
        page={page}
        onPage={setPage}
        chosenBy={search}
      />
      {adding && <AddHashesDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function columns(): Column<BlockedContent>[] {
  return [
    {
      key: 'hash',
      label: t('admin.reports.hash'),
      kind: 'first',
      cell: ({ sha256 }) => <span className="num xs break">{sha256}</span>,
    },
    { key: 'reason', label: t('admin.reports.blockReason'), cell: ({ reason }) => t(reasonTexts[reason]) },
    { key: 'by', label: t('admin.reports.blockedBy'), cell: ({ addedBy }) => addedBy ?? '–' },
    {
      key: 'at',
      label: t('admin.reports.blockedAt'),
      cell: ({ addedAt }) => <span className="nowrap">{formatDate(Date.parse(addedAt))}</span>,
    },
  ]
}
