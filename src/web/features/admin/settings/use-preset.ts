import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { type PresetName, presetChanges } from '#contract/operations/presets.ts'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { useSingleFlight } from '../../../ui/controls/button.tsx'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { settingsQuery } from '../shared/queries.ts'
import { settingText } from './setting-text.ts'

/** Applies a preset to the settings as they are now, and calls `onApplied`; `problem` says why that failed. */
export function usePreset(onApplied: () => void) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [apply, busy] = useSingleFlight(async (preset: PresetName) => {
    setProblem(undefined)
    try {
      const settings = await queries.fetchQuery({ ...settingsQuery, staleTime: 0 })
      const changes = presetChanges(preset, settings)
      if (changes.length > 0) await client.call('changeSettings', { body: { changes } })
      await fitNote(preset)
      await queries.invalidateQueries()
      onApplied()
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
  return { apply, busy, problem }
}

/** Takes the note about testing off the pages of a team, and puts it back on those of a public service; another one stays. */
async function fitNote(preset: PresetName): Promise<void> {
  const { identity } = await client.call('identity')
  const { note } = identity
  if (preset === 'team' && note === null)
    await client.call('changeIdentity', {
      body: { ...identity, note: { kind: 'none', text: {}, from: null, until: null } },
    })
  if (preset === 'public' && note?.kind === 'none')
    await client.call('changeIdentity', { body: { ...identity, note: null } })
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_SETTING' || error.details === undefined)
    return failureWithReason(error, 'admin.settings.failed')
  const names = error.details.split(',').map((name) => {
    const words = settingText[name]
    return words ? t(words.name) : name
  })
  return t('admin.preset.conflict', { names: names.join(', ') })
}
