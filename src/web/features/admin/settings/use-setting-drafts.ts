import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { useSingleFlight } from '../../../ui/controls/button.tsx'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { settingsQuery } from '../shared/queries.ts'
import { displayText } from './setting-text.ts'

/** A typed value, and the value that it replaces. */
type Draft = { readonly from: string | null; readonly to: string; readonly problem?: string | undefined }

/** Draft of one setting, for its row. */
export type RowDraft = {
  readonly value: string
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** Changes that are not saved yet, by the names of their settings; they are saved together. */
export function useSettingDrafts(settings: readonly Setting[]) {
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const changed = settings.filter((setting) => isChanged(setting, drafts.get(setting.name)))

  function change(setting: Setting, to: string) {
    setDrafts((before) => new Map(before).set(setting.name, { from: setting.value, to }))
  }

  /** Puts problems beside their settings, and the focus into the first. */
  function complain(
    names: readonly string[],
    problemOf: (setting: Setting) => string,
    now: readonly Setting[],
  ) {
    setDrafts((latest) => {
      const next = new Map(latest)
      for (const setting of now.filter(({ name }) => names.includes(name)))
        next.set(setting.name, {
          from: setting.value,
          to: latest.get(setting.name)?.to ?? setting.value ?? '',
          problem: problemOf(setting),
        })
      return next
    })
    const first = now.find(({ name }) => names.includes(name))
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first.name))?.focus())
  }

  /** The bar goes with the last change: the focus that was in it goes to the first of them. */
  function leaveBar() {
    requestAnimationFrame(() => {
      const [first] = changed
      if (first && document.activeElement === document.body)
        document.getElementById(fieldId(first.name))?.focus({ preventScroll: true })
    })
  }

  /** Keeps drafts typed while the others were being saved. */
  function keepLaterDrafts(saved: readonly Setting[]) {
    const values = new Map(saved.map(({ name, value }) => [name, value]))
    setDrafts(
      (latest) =>
        new Map(
          [...latest]
            .filter(([name, draft]) => draft !== drafts.get(name))
            .map(([name, draft]) => [name, { ...draft, from: values.get(name) ?? null }]),
        ),
    )
  }

  const [save, busy] = useSingleFlight(async () => {
    if (changed.length === 0) return
    const changes = changed.map(({ name, value }) => {
      const draft = drafts.get(name)
      return { name, from: draft ? draft.from : value, to: draft?.to.trim() || null }
    })
    try {
      const reply = await client.call('changeSettings', { body: { changes } })
      void queries.cancelQueries(settingsQuery)
      queries.setQueryData(settingsQuery.queryKey, reply.settings)
      keepLaterDrafts(reply.settings)
      leaveBar()
      showToast('success', t('admin.settings.saved'))
      void queries.invalidateQueries()
    } catch (error) {
      const names = error instanceof ApiError ? (error.details ?? '').split(',') : []
      if (error instanceof ApiError && error.code === 'INVALID_SETTING') {
        complain(names, () => t('admin.settings.invalid'), settings)
      } else if (error instanceof ApiError && error.code === 'SETTING_CHANGED') {
        const now = await queries.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => settings)
        complain(
          names,
          (setting) => t('admin.settings.changedTo', { value: displayText(setting.value) }),
          now,
        )
      } else showToast('error', failureWithReason(error, 'admin.settings.failed'))
    }
  })

  return {
    count: changed.length,
    busy,
    save: () => save(),
    discard: () => {
      setDrafts(new Map())
      leaveBar()
    },
    of(setting: Setting): RowDraft {
      const draft = drafts.get(setting.name)
      return {
        value: draft?.to ?? setting.value ?? '',
        isChanged: isChanged(setting, draft),
        problem: draft?.problem,
        onChange: (value) => change(setting, value),
      }
    },
  }
}

/** The id of the field of a setting. */
export function fieldId(name: string): string {
  return `setting-${name}`
}

function isChanged(setting: Setting, draft: Draft | undefined): boolean {
  return draft !== undefined && (draft.to.trim() || setting.default || '') !== (setting.value ?? '')
}
