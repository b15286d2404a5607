import type { RefObject } from 'react'
import type { ReportCase } from '#contract/operations/cases.ts'
import { type DecisionAction, decisionActions, reportLengths } from '#contract/operations/report-reasons.ts'
import type { DecisionRequest } from '#contract/operations/reports.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { actionTexts } from './report-texts.ts'

/** A decision as it is filled in. */
export type Draft = {
  action: DecisionAction
  kind: 'law' | 'terms'
  /** Country of the law, if it has one. */
  country: string
  /** The paragraph of the law, or the section of the terms. */
  reference: string
  facts: string
  /** Whether automated means had a part in it. */
  automated: boolean
  /** Whether other transfers of the same content are decided with it. */
  sameContent: boolean
}

export function requestOf({ kind, country, reference, facts, ...draft }: Draft): DecisionRequest {
  return {
    ...draft,
    ground: { kind, ...(kind === 'law' && country !== '' && { country }), reference: reference.trim() },
    facts: facts.trim(),
  }
}

type Props = {
  found: ReportCase
  draft: Draft
  /** The list of actions, which takes the focus when someone comes back to it. */
  actions: RefObject<HTMLFieldSetElement | null>
  onChange: (part: Partial<Draft>) => void
}

/** The decision, its ground, and the facts that the letters give. */
export function DecisionFields({ found, draft, actions, onChange }: Props) {
  const { action, kind, country, reference, facts, automated, sameContent } = draft
  return (
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
              onChange={() => onChange({ action: value })}
            />
            <span>{t(actionTexts[value])}</span>
          </label>
        ))}
        {found.sameContent > 0 && action !== 'none' && (
          <label className="row-check">
            <input
              type="checkbox"
              checked={sameContent}
              onChange={({ target }) => onChange({ sameContent: target.checked })}
            />
            <span>
              {t('admin.reports.alsoSame', { count: found.sameContent })}
              <span className="two-lines xs muted break">
                <WrappedName name={found.sameNames.join(', ')} />
              </span>
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
            onChoose={(kind) => onChange({ kind })}
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
              onChange={({ target }) => onChange({ country: target.value.toUpperCase() })}
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
            onChange={({ target }) => onChange({ reference: target.value })}
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
            onChange={({ target }) => onChange({ facts: target.value })}
          />
        )}
      </FormField>
      <label className="row-check">
        <input
          type="checkbox"
          checked={automated}
          onChange={({ target }) => onChange({ automated: target.checked })}
        />
        <span>{t('admin.reports.automated')}</span>
      </label>
    </>
  )
}
