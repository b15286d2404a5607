import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportCase } from '#contract/operations/cases.ts'
import { client } from '#web/accounts/client.ts'
import { useSession } from '#web/accounts/session.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { NotLoaded } from '../shared/list-view.tsx'
import { caseQuery, useAct } from '../shared/queries.ts'
import { goToPanel } from '../shared/tab-list.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseDecisions, CaseReports, CaseRequest, DueTime } from './case-sections.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { entryTexts, reasonTexts, restoredText, severityText, stateBadge } from './report-texts.ts'

/** One case: its facts and actions. */
export function CaseView({ number, onBack }: { number: string; onBack: () => void }) {
  const { data, error, refetch } = useQuery(caseQuery(number))
  useDocumentTitle(number)
  return (
    <div className="stack">
      <div>
        <Button variant="quiet" onClick={onBack}>
          <Icon name="back" />
          {t('admin.tab.reports')}
        </Button>
      </div>
      {!data && error && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {data && <WholeCase found={data.case} />}
    </div>
  )
}

function WholeCase({ found }: { found: ReportCase }) {
  const act = useAct()
  const session = useSession()
  const now = useNow({ every: 60_000 })
  const [open, setOpen] = useState<'decide' | 'note'>()
  const { number, state, assignee, transfer, request, disabledBy } = found
  const params = { n: number }
  const own = session.status === 'user' ? session.user.username : undefined
  const isWaiting = state === 'open' || state === 'disabled' || state === 'appealed'
  const isOthers = assignee !== null && assignee !== own
  const [badge, look] = stateBadge(found)
  const [change, busy] = useSingleFlight(async (call: 'disable' | 'restore' | 'take') => {
    let changed = found
    const failed = await act(async () => {
      if (call === 'disable') await client.call('disableReported', { params })
      else if (call === 'restore') changed = (await client.call('restoreReported', { params })).case
      else await client.call('assignReport', { params, body: { take: isOthers } })
    })
    if (failed) return showToast('error', failureWithReason(failed, 'admin.reports.notChanged'))
    // The button has given way to another.
    goToPanel()
    if (call === 'disable')
      showToast('success', t(request ? 'admin.reports.requestClosed' : 'admin.reports.disabledNow'))
    else if (call === 'restore') {
      const [kind, text] = restoredText(changed, Date.now())
      showToast(kind, t(text))
    }
  })
  return (
    <>
      <div className="bar-row between">
        <div>
          <h2>{t(reasonTexts[found.reason])}</h2>
          <p className="bar-row tight-above">
            <b>{t(severityText(found))}</b>
            <span className="num">{number}</span>
            <span className={`badge ${look}`}>{t(badge)}</span>
            <span className="muted">
              {assignee === null
                ? t('admin.reports.unassigned')
                : t('admin.reports.assignedTo', { name: assignee })}
            </span>
            {isWaiting && <DueTime dueAt={found.dueAt} now={now} />}
          </p>
        </div>
        {isWaiting && (
          <div className="bar-row">
            {(transfer?.state === 'ready' || request?.state === 'open') && (
              <Button variant="danger" busy={busy} onClick={() => change('disable')}>
                {t('admin.reports.disableNow')}
              </Button>
            )}
            {(transfer?.state === 'disabled' || (request && disabledBy !== null)) && (
              <Button busy={busy} onClick={() => change('restore')}>
                {t('admin.reports.restore')}
              </Button>
            )}
            {assignee !== own && (
              <Button busy={busy} onClick={() => change('take')}>
                {t(isOthers ? 'admin.reports.takeOver' : 'admin.reports.take')}
              </Button>
            )}
            {!isOthers && (
              <Button variant="primary" onClick={() => setOpen('decide')}>
                {t('admin.reports.decide')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isOthers && isWaiting && (
        <p className="note note-warn">{t('admin.reports.workingOn', { name: assignee })}</p>
      )}
      {found.suspensionProposed && <p className="note note-warn">{t('admin.reports.proposal')}</p>}
      <CaseDecisions decisions={found.decisions} />
      <CaseReports received={found.received} all={found.reports} />
      {request && <CaseRequest request={request} />}
      <CaseFacts found={found} />
      <section className="card card-pad stack-s">
        <div className="bar-row between">
          <h2>{t('admin.reports.timeline')}</h2>
          <Button variant="quiet" onClick={() => setOpen('note')}>
            {t('admin.reports.addNote')}
          </Button>
        </div>
        <ol className="stack-s">
          {found.timeline.toReversed().map(({ at, kind, by, text }) => (
            <li key={`${at} ${kind} ${text}`}>
              <b>{t(entryTexts[kind])}</b>{' '}
              <span className="break lines">
                {[by, kind === 'decided' ? null : text].filter(Boolean).join(': ')}
              </span>
              <time className="two-lines xs muted num" dateTime={at}>
                {' '}
                {pastMoment(Date.parse(at), now)}
              </time>
            </li>
          ))}
        </ol>
      </section>
      {open === 'decide' && <DecisionDialog found={found} onClose={closeOwn(open, setOpen)} />}
      {open === 'note' && <NoteDialog number={number} onClose={closeOwn(open, setOpen)} />}
    </>
  )
}
