import { useState } from 'react'
import {
  currentPreset,
  fixedByEnvironment,
  type PresetName,
  presetChanges,
} from '#contract/operations/presets.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../../i18n/t.ts'
import { FormProblem } from '../../../ui/forms/form-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { showToast } from '../../../ui/messages/toast.ts'
import { PresetChoice } from './preset-choice.tsx'
import { settingText } from './setting-text.ts'
import { usePreset } from './use-preset.ts'

/** Applies a preset again; lists the settings that this would change. */
export function PresetSection({ settings }: { settings: readonly Setting[] }) {
  const [chosen, setChosen] = useState<PresetName>()
  const { apply, busy, problem } = usePreset(() => {
    setChosen(undefined)
    showToast('success', t('admin.settings.saved'))
  })
  const value = chosen ?? currentPreset(settings)
  const names = value ? presetChanges(value, settings).map(({ name }) => name) : []
  return (
    <form
      className="card card-pad stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (value) apply(value)
      }}
    >
      <PresetChoice
        legend={
          <h2 id="settings-audience" tabIndex={-1}>
            {t('admin.preset.title')}
          </h2>
        }
        value={value}
        onChoose={setChosen}
      />
      <FixedNote settings={settings} />
      {names.length > 0 && (
        <p className="small muted" role="status">
          {t('admin.preset.changes', { names: names.map(nameOf).join(', ') })}
        </p>
      )}
      <FormProblem text={problem} />
      {names.length > 0 && (
        <div>
          <Button type="submit" busy={busy} busyText={t('admin.settings.saving')}>
            {t('admin.preset.apply')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Names the settings that no preset changes, because the environment sets them. */
export function FixedNote({ settings }: { settings: readonly Setting[] }) {
  const fixed = fixedByEnvironment(settings)
  if (fixed.length === 0) return null
  return (
    <p className="small muted">
      <Icon name="lock" /> {t('admin.settings.setBy')} <code>{fixed.join(', ')}</code>
    </p>
  )
}

function nameOf(name: string): string {
  const words = settingText[name]
  return words ? t(words.name) : name
}
