import { useId, useState } from 'react'
import type { Language } from '#contract/languages.ts'
import type { OwnChange } from '#contract/operations/branding/own-changes.ts'
import type { OwnSection } from '#contract/operations/branding/own-texts.ts'
import { t } from '#web/i18n/t.ts'
import { OwnChanges, OwnSections } from '#web/ui/page/own-sections.tsx'

const views = { changes: 'admin.texts.view.changes', all: 'admin.texts.view.all' } as const

type Props = {
  language: Language
  sections: readonly OwnSection[]
  changes: readonly OwnChange[]
  note: string
}

/** The text as people will see it: what has changed, or all of it. */
export function OwnTextPreview({ language, sections, changes, note }: Props) {
  const group = useId()
  const [view, setView] = useState<keyof typeof views>('changes')
  return (
    <aside className="own-preview" aria-label={t('admin.texts.preview')}>
      <h3>{t('admin.texts.preview')}</h3>
      <div role="radiogroup" aria-label={t('admin.texts.preview')} className="bar-row">
        {(['changes', 'all'] as const).map((one) => (
          <label key={one} className="row-check">
            <input type="radio" name={group} checked={view === one} onChange={() => setView(one)} />
            {t(views[one])}
          </label>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="own-sheet stack-s break" aria-label={t(views[view])} tabIndex={0}>
        {view === 'changes' ? (
          <OwnChanges note={note} changes={changes} lang={language} />
        ) : (
          <OwnSections sections={sections} heading="h4" lang={language} />
        )}
        {view === 'changes' && changes.length === 0 && (
          <p className="small muted">{t('admin.texts.unchanged')}</p>
        )}
      </section>
    </aside>
  )
}
