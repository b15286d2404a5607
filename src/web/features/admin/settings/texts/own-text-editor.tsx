import { useState } from 'react'
import { type Language, languageNames, languages } from '#contract/languages.ts'
import { ownChanges } from '#contract/operations/branding/own-changes.ts'
import { type OwnTextPage, ownTextLimits } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnSection, OwnText, TermsState } from '#contract/operations/branding/own-texts.ts'
import { formatDay } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FormField, FormProblem } from '#web/ui/forms/form-field.tsx'
import { OwnTextMenu } from './own-text-menu.tsx'
import { OwnTextPreview } from './own-text-preview.tsx'
import { SectionList } from './section-list.tsx'
import { useOwnTextDraft } from './use-own-text-draft.ts'

/** The sections of a text in one language at a time, beside what people will see of them. */
export default function OwnTextEditor({ page, state }: { page: OwnTextPage; state: TermsState }) {
  const work = useOwnTextDraft(page, state)
  const { draft, before, change } = work
  const [language, setLanguage] = useState<Language>(languages[0])
  const [asked, setAsked] = useState<OwnText>()
  const sections = draft.sections[language] ?? []
  const changes = ownChanges(before[language] ?? [], sections)
  const reason = reasonNotTo(draft, before)
  const isOnly = languages.every((one) => one === language || (draft.sections[one]?.length ?? 0) === 0)
  const setSections = (next: readonly OwnSection[]) =>
    change({ sections: { ...draft.sections, [language]: [...next] } })
  return (
    <>
      <div className="bar-row between">
        <fieldset className="seg own-languages" aria-label={t('admin.identity.language')}>
          {languages.map((one) => (
            <Button
              key={one}
              variant="plain"
              aria-pressed={one === language}
              onClick={() => setLanguage(one)}
            >
              <span lang={one}>{languageNames[one]}</span>
              <Missing count={missingIn(draft, one)} />
            </Button>
          ))}
        </fieldset>
        <OwnTextMenu
          page={page}
          language={language}
          onRead={(file) => work.read(file, language)}
          onLeaveOut={isOnly ? undefined : () => setSections([])}
          onGiveBack={
            state.versions.length > 0 ? () => setAsked({ ...draft, sections: {}, note: {} }) : undefined
          }
        />
      </div>
      <div className="own-grid">
        <div className="stack">
          <SectionList key={language} sections={sections} changes={changes} onChange={setSections} />
          {sections.length === 0 && (draft.sections.en?.length ?? 0) > 0 && (
            <Button onClick={() => setSections(draft.sections.en ?? [])}>
              {t('admin.texts.copyEnglish')}
            </Button>
          )}
          <FormField label={t('admin.texts.note', { language: languageNames[language] })}>
            {(tie) => (
              <input
                className="input"
                {...tie}
                lang={language}
                maxLength={ownTextLimits.note}
                value={draft.note[language] ?? ''}
                onChange={({ target }) => change({ note: { ...draft.note, [language]: target.value } })}
              />
            )}
          </FormField>
          <div className="own-version">
            <FormField label={t('admin.texts.version')}>
              {(tie) => (
                <input
                  className="input"
                  {...tie}
                  inputMode="decimal"
                  maxLength={14}
                  value={draft.version}
                  onChange={({ target }) => change({ version: target.value })}
                />
              )}
            </FormField>
            <FormField label={t('admin.texts.date')}>
              {(tie) => (
                <input
                  className="input"
                  {...tie}
                  type="date"
                  value={draft.date}
                  onChange={({ target }) => change({ date: target.value })}
                />
              )}
            </FormField>
          </div>
        </div>
        <OwnTextPreview
          language={language}
          sections={sections}
          changes={changes}
          note={draft.note[language] ?? ''}
        />
      </div>
      <FormProblem text={work.problem} />
      <div className="bar-row">
        <Button variant="primary" disabled={reason !== undefined} onClick={() => setAsked(draft)}>
          {t('admin.texts.publish', { version: draft.version })}
        </Button>
        <Button busy={work.busy} disabled={!work.isChanged} onClick={work.save}>
          {t('admin.texts.saveDraft')}
        </Button>
        <span className="small muted" role="status">
          {reason ?? (page === 'terms' ? t('admin.texts.asked', { count: state.accounts }) : '')}
        </span>
      </div>
      <PublishedVersions page={page} versions={state.versions} />
      {asked && (
        <ConfirmDialog
          title={t('admin.texts.publishTitle', { version: asked.version })}
          text={t('admin.texts.publishText')}
          action={t('admin.texts.publish', { version: asked.version })}
          busyAction={t('admin.texts.publishing')}
          onConfirm={async () => {
            const problem = await work.publish(asked)
            if (problem === undefined) setAsked(undefined)
            return problem
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function Missing({ count }: { count: number }) {
  return count > 0 ? <span className="small">{t('admin.texts.missing', { count })}</span> : null
}

/** Sections that other languages have more; none of a language without any, which shows another one. */
function missingIn({ sections }: OwnText, language: Language): number {
  const own = sections[language]?.length ?? 0
  const most = Math.max(...languages.map((one) => sections[one]?.length ?? 0))
  return own > 0 ? most - own : 0
}

/** The reason for which a text cannot be published yet. */
function reasonNotTo(draft: OwnText, before: OwnText['sections']): string | undefined {
  const all = languages.flatMap((language) => draft.sections[language] ?? [])
  const isIncomplete = languages.some((language) => missingIn(draft, language) > 0)
  if (isIncomplete || all.some(({ title, text }) => !title.trim() || !text.trim()))
    return t('code.TEXT_INCOMPLETE')
  const isSame = languages.every(
    (language) => ownChanges(before[language] ?? [], draft.sections[language] ?? []).length === 0,
  )
  if (isSame) return t('admin.texts.unchanged')
  return languages.some((language) => draft.note[language]?.trim()) ? undefined : t('admin.texts.noNote')
}

type Props = { page: OwnTextPage; versions: TermsState['versions'] }

/** Versions that were published, with how many people have accepted each. */
function PublishedVersions({ page, versions }: Props) {
  if (versions.length === 0) return null
  return (
    <div className="stack-s">
      <h3>{t('admin.texts.versions')}</h3>
      <ul className="bullets">
        {versions.map(({ version, publishedAt, accepted }) => (
          <li key={version}>
            {t('admin.texts.holds', { version, date: formatDay(publishedAt) })}{' '}
            {page === 'terms' && t('admin.texts.accepted', { count: accepted })}
          </li>
        ))}
      </ul>
    </div>
  )
}
