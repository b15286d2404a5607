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
      if (changes.length > 0) {
        await client.call('changeSettings', { body: { changes } })
        await queries.invalidateQueries()
      }
      onApplied()
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
  return { apply, busy, problem }
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
