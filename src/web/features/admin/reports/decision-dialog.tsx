import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Letter, ReportCase } from '#contract/operations/cases.ts'
import { type DecisionAction, decisionActions, reportLengths } from '#contract/operations/report-reasons.ts'
import type { DecisionRequest } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { useAct } from '../shared/queries.ts'
import { panelId } from '../shared/tab-list.tsx'
import { actionTexts } from './report-texts.ts'

/** Decides a case: first what, then both letters as they will be sent, and only then it is sent. */
export function DecisionDialog({ found, onClose }: { found: ReportCase; onClose: () => void }) {
  const act = useAct()
  const [action, setAction] = useState<DecisionAction>(found.suspensionProposed ? 'end-and-suspend' : 'end')
  const [kind, setKind] = useState<'law' | 'terms'>('law')
  const [country, setCountry] = useState('')
  const [reference, setReference] = useState('')
  const [facts, setFacts] = useState('')
  const [automated, setAutomated] = useState(false)
  const [also, setAlso] = useState(false)
  const [letters, setLetters] = useState<readonly Letter[]>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const actions = useRef<HTMLFieldSetElement>(null)
  const params = { n: found.number }
  const body: DecisionRequest = {
    action,
    ground: { kind, ...(kind === 'law' && country !== '' && { country }), reference: reference.trim() },
    facts: facts.trim(),
    automated,
    sameContent: also,
  }
  const isComplete = body.facts !== '' && body.ground.reference !== '' && /^([A-Z]{2})?$/.test(country)

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
          <fieldset ref={actions} className="stack-s">
            <legend>{t('admin.reports.decision')}</legend>
            {decisionActions.map((value) => (
              <label key={value} className="row-check">
                <input
                  type="radio"
                  name="action"
                  value={value}
                  checked={action === value}
                  onChange={() => setAction(value)}
                />
                <span>{t(actionTexts[value])}</span>
              </label>
            ))}
            {found.sameContent > 0 && action !== 'none' && (
              <label className="row-check">
                <input type="checkbox" checked={also} onChange={({ target }) => setAlso(target.checked)} />
                <span>
                  {t('admin.reports.alsoSame', { count: found.sameContent })}
                  <span className="two-lines xs muted break">{found.sameNames.join(', ')}</span>
                </span>
              </label>
            )}
          </fieldset>
          <FormField label={t('admin.reports.groundKind')}>
            {(tie) => (
              <Select
                {...tie}
                options={[
                  { value: 'law', text: t('admin.reports.law') },
                  { value: 'terms', text: t('admin.reports.terms') },
                ]}
                value={kind}
                onChoose={setKind}
              />
            )}
          </FormField>
          {kind === 'law' && (
            <FormField label={t('admin.reports.country')} hint={t('admin.reports.countryHint')}>
              {(tie) => (
                <input
                  className="input"
                  maxLength={2}
                  autoCapitalize="characters"
                  value={country}
                  {...tie}
                  onChange={({ target }) => setCountry(target.value.toUpperCase())}
                />
              )}
            </FormField>
          )}
          <FormField label={t(kind === 'law' ? 'admin.reports.paragraph' : 'admin.reports.section')}>
            {(tie) => (
              <input
                className="input"
                maxLength={reportLengths.ground}
                value={reference}
                {...tie}
                onChange={({ target }) => setReference(target.value)}
              />
            )}
          </FormField>
          <FormField label={t('admin.reports.facts')} hint={t('admin.reports.factsHint')}>
            {(tie) => (
              <textarea
                className="input"
                maxLength={reportLengths.facts}
                value={facts}
                {...tie}
                onChange={({ target }) => setFacts(target.value)}
              />
            )}
          </FormField>
          <label className="row-check">
            <input
              type="checkbox"
              checked={automated}
              onChange={({ target }) => setAutomated(target.checked)}
            />
            <span>{t('admin.reports.automated')}</span>
          </label>
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
