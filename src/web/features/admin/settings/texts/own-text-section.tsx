import './own-text.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { TermsState } from '#contract/operations/branding/own-texts.ts'
import { formatDay } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { ownTextQuery } from '../../shared/queries.ts'
import { headingId } from '../setting-text.ts'
import { hasSections } from './use-own-text-draft.ts'

// With the words for changes that the dialog of the terms has.
const OwnTextEditor = lazyPart(() => import('./own-text-editor.tsx'), null, 'legal')

/** The own text of a page: which version holds, and on demand its editor. */
export function OwnTextSection({ page }: { page: OwnTextPage }) {
  const { data: state } = useQuery(ownTextQuery(page))
  const [isOpen, setOpen] = useState(false)
  const name = t(ownTextName[page])
  const id = headingId(`own-${page}`)
  return (
    <section className="card card-pad stack own-text" aria-labelledby={id}>
      <div className="bar-row between">
        <div>
          <h2 id={id} tabIndex={-1}>
            {name}
          </h2>
          {state && <p className="small muted">{statusOf(page, state)}</p>}
        </div>
        <Button
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'admin.texts.closeNamed' : 'admin.texts.editNamed', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'admin.texts.close' : 'admin.texts.edit')}
        </Button>
      </div>
      {isOpen && state && <OwnTextEditor page={page} state={state} />}
    </section>
  )
}

function statusOf(page: OwnTextPage, { draft, versions }: TermsState): string {
  const [last] = versions
  const held =
    last && hasSections(last.sections)
      ? t('admin.texts.holds', { version: last.version, date: formatDay(last.publishedAt) })
      : t(page === 'terms' ? 'admin.texts.builtIn' : 'admin.texts.none')
  return draft ? `${held} ${t('admin.texts.draftOf', { version: draft.version })}` : held
}

/** The names of own texts. */
export const ownTextName = {
  terms: 'admin.texts.terms',
  privacy: 'admin.texts.privacy',
} as const satisfies Record<OwnTextPage, TextKey>
