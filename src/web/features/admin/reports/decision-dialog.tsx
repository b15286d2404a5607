import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Letter, ReportCase } from '#contract/operations/cases.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { useAct } from '../shared/queries.ts'
import { panelId } from '../shared/tab-list.tsx'
import { DecisionFields, type Draft, requestOf } from './decision-fields.tsx'

/** Decides a case: first what, then both letters as they will be sent, and only then it is sent. */
export function DecisionDialog({ found, onClose }: { found: ReportCase; onClose: () => void }) {
  const act = useAct()
  const [draft, setDraft] = useState<Draft>({
    action: found.suspensionProposed ? 'end-and-suspend' : 'end',
    kind: 'law',
    country: '',
    reference: '',
    facts: '',
    automated: false,
    sameContent: false,
  })
  const [letters, setLetters] = useState<readonly Letter[]>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const actions = useRef<HTMLFieldSetElement>(null)
  const params = { n: found.number }
  const body = requestOf(draft)
  const isComplete = body.facts !== '' && body.ground.reference !== '' && /^([A-Z]{2})?$/.test(draft.country)

  async function goOn() {
    setBusy(true)
    setProblem(undefined)
    const failed = await act(async () => {
      if (letters) await client.call('decideReport', { params, body })
      else setLetters((await client.call('previewLetters', { params, body })).letters)
    })
    setBusy(false)
    if (failed) setProblem(failureWithReason(failed, 'admin.reports.notDecided'))
    else if (letters) closeAndNotify(onClose, panelId, t('admin.reports.decidedNow'))
  }
  function change() {
    flushSync(() => setLetters(undefined))
    actions.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }
  return (
    <FormDialog
      wide
      title={t('admin.reports.decideOn', { number: found.number })}
      action={t(letters ? 'admin.reports.sendLetters' : 'admin.reports.readLetters')}
      busyAction={t('admin.reports.saving')}
      busy={busy}
      disabled={!isComplete}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void goOn()
      }}
      onClose={onClose}
    >
      {letters ? (
        <Letters letters={letters} onBack={change} />
      ) : (
        <>
          <DecisionFields
            found={found}
            draft={draft}
            actions={actions}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
          {!isComplete && <p className="hint">{t('admin.reports.incomplete')}</p>}
        </>
      )}
    </FormDialog>
  )
}

function Letters({ letters, onBack }: { letters: readonly Letter[]; onBack: () => void }) {
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      {letters.map(({ to, address, language, subject, text }, index) => (
        <section key={`${to} ${address}`} className="stack-s">
          <h3 ref={index === 0 ? first : undefined} tabIndex={-1}>
            {t(to === 'reporter' ? 'admin.reports.toReporter' : 'admin.reports.toSender', {
              address: address ?? t('admin.reports.onPageOnly'),
            })}
          </h3>
          <p className="quote lines break" lang={language}>
            <b>{subject}</b>
            {`\n\n${text}`}
          </p>
        </section>
      ))}
      <div>
        <Button variant="quiet" onClick={onBack}>
          {t('admin.reports.changeDecision')}
        </Button>
      </div>
    </>
  )
}
