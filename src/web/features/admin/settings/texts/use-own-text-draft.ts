import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { languages } from '#contract/languages.ts'
import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnSections, OwnText, TermsState } from '#contract/operations/branding/own-texts.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { ownTextQuery } from '../../shared/queries.ts'

type OwnTextReply = Awaited<ReturnType<typeof enterText>>

/** The draft of a page's text with what was typed since it was saved, and what can be done with it. */
export function useOwnTextDraft(page: OwnTextPage, state: TermsState) {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<Partial<OwnText>>({})
  const [problem, setProblem] = useState<string>()
  const saved = state.draft ?? nextDraft(state)
  const draft = { ...saved, ...edits }

  /** Takes over an answer; a text says why there was none. */
  async function send(call: () => Promise<OwnTextReply>, done: string): Promise<string | undefined> {
    try {
      queries.setQueryData(ownTextQuery(page).queryKey, await call())
      setEdits({})
      setProblem(undefined)
      showToast('success', done)
    } catch (error) {
      return problemOf(error)
    }
  }
  const [save, busy] = useSingleFlight(async () =>
    setProblem(await send(() => enterText(page, draft, false), t('admin.texts.draftSaved'))),
  )
  const [read, reading] = useSingleFlight(async (file: File, language: (typeof languages)[number]) => {
    const body = { markdown: await file.text(), language, page }
    setProblem(await send(() => client.call('importOwnTerms', { body }), t('admin.texts.imported')))
  })
  return {
    draft,
    before: heldSections(state),
    isChanged: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (part: Partial<OwnText>) => setEdits((latest) => ({ ...latest, ...part })),
    save: () => save(),
    read,
    publish: (text: OwnText) => send(() => enterText(page, text, true), t('admin.texts.published')),
    busy: busy || reading,
    problem,
  }
}

function enterText(page: OwnTextPage, text: OwnText, publish: boolean) {
  return client.call('changeOwnTerms', { body: { ...text, page, publish } })
}

/** The sections that hold now: published ones, or else the built-in ones. */
function heldSections({ versions, builtIn }: TermsState): OwnSections {
  const [last] = versions
  return last && hasSections(last.sections) ? last.sections : (builtIn?.sections ?? {})
}

export function hasSections(sections: OwnSections): boolean {
  return languages.some((language) => (sections[language]?.length ?? 0) > 0)
}

/** The sections that hold now, under the next whole number. */
function nextDraft(state: TermsState): OwnText {
  const last = state.versions[0]?.version ?? state.builtIn?.version ?? '0'
  const version = String(Number.parseInt(last, 10) + 1)
  return { version, date: new Date().toISOString().slice(0, 10), note: {}, sections: heldSections(state) }
}

function problemOf(error: unknown): string {
  const sentence = failureText(error, 'admin.texts.failed')
  return error instanceof ApiError && error.details ? `${sentence} (${error.details})` : sentence
}
