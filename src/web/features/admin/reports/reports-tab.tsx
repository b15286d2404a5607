import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { ListedCase } from '#contract/operations/cases.ts'
import { formatDuration } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { FilterButtons } from '#web/ui/lists/list-controls.tsx'
import { SearchField } from '#web/ui/lists/search-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { ListView } from '../shared/list-view.tsx'
import { type CaseFilter, casesQuery } from '../shared/queries.ts'
import { goToPanel } from '../shared/tab-list.tsx'
import type { SharedView } from '../shared/tabs.ts'
import { BlockList } from './block-list.tsx'
import { DueTime } from './case-sections.tsx'
import { CaseView } from './case-view.tsx'
import { reasonTexts, severityText, stateBadge } from './report-texts.ts'
import { Transparency } from './transparency.tsx'

const MINUTE = 60_000

type Props = { view: SharedView; caseNumber: string; onCase: (number: string) => void }

/** The queue of reports, one case of it, or the content that is blocked. */
export function ReportsTab({ view, caseNumber, onCase }: Props) {
  const [isBlockList, setBlockList] = useState(false)
  function showBlockList(shown: boolean) {
    setBlockList(shown)
    goToPanel()
  }
  function showCase(number: string) {
    onCase(number)
    goToPanel()
  }
  if (isBlockList) return <BlockList onBack={() => showBlockList(false)} />
  if (caseNumber !== '') return <CaseView number={caseNumber} onBack={() => showCase('')} />
  return <Queue view={view} onCase={showCase} onBlockList={() => showBlockList(true)} />
}

function Queue({ view, onCase, onBlockList }: Omit<Props, 'caseNumber'> & { onBlockList: () => void }) {
  const { page, search, onPage, onSearch } = view
  const [filter, setFilter] = useState<CaseFilter>('open')
  const { data, ...query } = useQuery(casesQuery({ page, search, filter }))
  const counts = data?.counts
  const now = useNow({ every: MINUTE })
  function choose(next: CaseFilter) {
    setFilter(next)
    onPage(1)
  }
  return (
    <>
      <MailNote />
      {counts && (
        <dl className="card clip cells">
          <Total name={t('admin.reports.openCases')} value={formatNumber(counts.open)} />
          <Total name={t('admin.reports.dueSoon')} value={formatNumber(counts.dueSoon)} />
          <Total
            name={t('admin.reports.decidedLately')}
            value={formatNumber(counts.decided)}
            sub={
              counts.medianTime === null
                ? undefined
                : t('admin.reports.median', {
                    time: formatDuration(Math.max(MINUTE, counts.medianTime), 'long'),
                  })
            }
          />
          <Total name={t('admin.reports.objections')} value={formatNumber(counts.appealed)} />
        </dl>
      )}
      <div className="bar-row list-tools">
        <SearchField label={t('admin.reports.search')} search={search} onSearch={onSearch} />
        <FilterButtons
          label={t('admin.reports.filter')}
          options={[
            { value: 'open', text: t('admin.reports.filter.open') },
            { value: 'appealed', text: t('admin.reports.filter.appealed') },
            { value: 'decided', text: t('admin.reports.filter.decided') },
            { value: 'all', text: t('admin.filter.all') },
          ]}
          value={filter}
          onChange={choose}
        />
      </div>
      <ListView
        caption={t('admin.tab.reports')}
        columns={[
          ...columns(now),
          {
            key: 'actions',
            label: t('admin.actions'),
            kind: 'actions',
            cell: ({ number }) => (
              <Button aria-label={t('admin.reports.openCase', { number })} onClick={() => onCase(number)}>
                {t('admin.reports.open')}
              </Button>
            ),
          },
        ]}
        keyOf={({ number }) => number}
        empty={t(filter === 'open' && search === '' ? 'admin.reports.none' : 'admin.reports.noneFound')}
        loaded={{ list: data && { ...data, rows: data.cases }, ...query }}
        page={page}
        onPage={onPage}
        chosenBy={`${filter} ${search}`}
      />
      <div className="bar-row">
        <Button onClick={onBlockList}>{t('admin.reports.blockList')}</Button>
      </div>
      <Transparency />
    </>
  )
}

/** Warns that without a mail server no one is notified. */
function MailNote() {
  if (use(ServiceConfigContext)?.mailServer !== false) return null
  return <p className="note note-warn">{t('admin.reports.noMail')}</p>
}

function Total({ name, value, sub }: { name: string; value: string; sub?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {sub !== undefined && <span className="xs muted"> {sub}</span>}
      </dd>
    </div>
  )
}

function columns(now: number): Column<ListedCase>[] {
  return [
    {
      key: 'case',
      label: t('admin.reports.case'),
      kind: 'first',
      cell: ({ reason, number, filename }) => (
        <span className="two-lines">
          <b className="strong">{t(reasonTexts[reason])}</b>
          <span className="xs muted break">
            <WrappedName name={[number, filename].filter(Boolean).join(' · ')} />
          </span>
        </span>
      ),
    },
    {
      key: 'severity',
      label: t('admin.reports.severity'),
      cell: (row) => <span className={row.severity === 1 ? 'severe' : ''}>{t(severityText(row))}</span>,
    },
    {
      key: 'reports',
      label: t('admin.tab.reports'),
      cell: ({ reports, networks, confirmed, oftenUnfounded }) => (
        <span className="two-lines">
          <span className="num">{formatNumber(reports)}</span>
          <span className="xs muted">
            {oftenUnfounded
              ? t('admin.reports.oftenUnfounded')
              : t('admin.reports.sources', { networks, confirmed })}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      label: t('admin.reports.state'),
      cell: (row) => {
        const [text, look] = stateBadge(row)
        return <span className={`badge ${look}`}>{t(text)}</span>
      },
    },
    {
      key: 'due',
      label: t('admin.reports.decideBy'),
      cell: ({ state, dueAt }) =>
        state === 'decided' || state === 'closed' ? '–' : <DueTime dueAt={dueAt} now={now} short />,
    },
    {
      key: 'assignee',
      label: t('admin.reports.assigned'),
      cell: ({ assignee }) => assignee ?? <span className="muted">{t('admin.reports.unassigned')}</span>,
    },
  ]
}
