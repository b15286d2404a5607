import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { commandLineName } from '#contract/command-line-name.ts'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { askFile } from '../../../accounts/ask-file.ts'
import { t } from '../../../i18n/t.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { FilterButtons } from '../../../ui/lists/list-controls.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { saveContent } from '../../../ui/sharing/hand-to-browser.ts'
import { ListView } from '../shared/list-view.tsx'
import { type AuditDays, type AuditFilter, auditKey, auditQuery, spanOf } from '../shared/queries.ts'
import { actText, auditDetails } from './act-text.ts'

type AuditView = {
  readonly page: number
  readonly search: string
  readonly filter: AuditFilter
  readonly days: AuditDays
}

const wholeLog: AuditView = { page: 1, search: '', filter: 'all', days: { from: '', to: '' } }

/** The audit log, latest first. Its page and search are not shared with other lists. */
export function AuditLog() {
  const [{ days, ...view }, setView] = useState(wholeLog)
  const { page, search, filter } = view
  const { data, ...query } = useQuery(auditQuery(view, days))
  /** Any other change returns to the first page. */
  function change(part: Partial<AuditView>) {
    setView((before) => ({ ...before, page: 1, ...part }))
  }
  return (
    <ListView
      caption={t('admin.audit.title')}
      columns={columns()}
      keyOf={({ id }) => id}
      empty={t('admin.audit.none')}
      loaded={{ list: data && { ...data, rows: data.entries }, ...query }}
      page={page}
      onPage={(next) => change({ page: next })}
      chosenBy={[filter, search, days.from, days.to].join(' ')}
      head={
        <div className="ruled audit-head">
          <div className="bar-row between">
            <h2>{t('admin.audit.title')}</h2>
            <AuditExport filter={filter} search={search} days={days} />
          </div>
          <div className="bar-row">
            <SearchField
              label={t('admin.audit.search')}
              search={search}
              onSearch={(wanted) => change({ search: wanted })}
            />
            <DayField
              label={t('admin.audit.from')}
              day={days.from}
              onDay={(from) => change({ days: { ...days, from } })}
            />
            <DayField
              label={t('admin.audit.to')}
              day={days.to}
              onDay={(to) => change({ days: { ...days, to } })}
            />
          </div>
          <FilterButtons
            label={t('admin.audit.filter')}
            options={[
              { value: 'all', text: t('admin.filter.all') },
              { value: 'session', text: t('admin.audit.sessions') },
              { value: 'account', text: t('admin.audit.accounts') },
              { value: 'user', text: t('admin.tab.users') },
              { value: 'file', text: t('admin.tab.files') },
              { value: 'report', text: t('admin.tab.reports') },
              { value: 'service', text: t('admin.audit.service') },
            ]}
            value={filter}
            onChange={(next) => change({ filter: next })}
          />
        </div>
      }
    />
  )
}

function columns(): Column<AuditEntry>[] {
  return [
    {
      key: 'act',
      label: t('admin.audit.act'),
      kind: 'first',
      cell: ({ act, details }) => (
        <span className="two-lines">
          <b className="strong">{t(actText[act])}</b>
          <span className="xs muted break">{auditDetails(details)}</span>
        </span>
      ),
    },
    {
      key: 'actor',
      label: t('admin.audit.by'),
      cell: ({ actor }) => <span className="break">{actorText(actor)}</span>,
    },
    {
      key: 'subject',
      label: t('admin.audit.on'),
      cell: ({ subject }) => <span className="break">{subject?.name ?? t('admin.system.unknown')}</span>,
    },
    {
      key: 'network',
      label: t('admin.audit.network'),
      cell: ({ network }) => <span className="num">{network ?? t('admin.system.unknown')}</span>,
    },
    {
      key: 'at',
      label: t('admin.audit.when'),
      cell: ({ at }) => (
        <time className="num" dateTime={at}>
          {formatDateTime(Date.parse(at))}
        </time>
      ),
    },
  ]
}

function actorText(actor: AuditEntry['actor']): string {
  if (!actor) return t('admin.anonymous')
  return actor.name === commandLineName ? t('admin.audit.commandLine') : actor.name
}

type Props = {
  label: string
  /** As 2026-11-21; empty for none. */
  day: string
  onDay: (day: string) => void
}

/** A day to choose, with its label before it. */
function DayField({ label, day, onDay }: Props) {
  const id = useId()
  return (
    <span className="day-field">
      <label className="small strong" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(event) => onDay(event.target.value)}
      />
    </span>
  )
}

type ExportProps = { filter: AuditFilter; search: string; days: AuditDays }

/** Saves all entries that the list would show, for a spreadsheet or for programs. */
function AuditExport({ filter, search, days }: ExportProps) {
  const queries = useQueryClient()
  const [save] = useSingleFlight(async (format: 'csv' | 'ndjson') => {
    try {
      saveContent(await askFile('exportAuditLog', { query: { filter, search, ...spanOf(days), format } }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.audit.exportFailed'))
    }
    // The export is an entry itself.
    void queries.invalidateQueries({ queryKey: auditKey })
  })
  return (
    <div className="bar-row">
      <Button onClick={() => save('csv')}>
        <Icon name="download" />
        {t('admin.audit.exportCsv')}
      </Button>
      <Button onClick={() => save('ndjson')}>
        <Icon name="download" />
        {t('admin.audit.exportJson')}
      </Button>
    </div>
  )
}
