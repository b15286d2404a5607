import { useState } from 'react'
import { currentPreset, type PresetName } from '#contract/operations/presets.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { t } from '../../../../i18n/t.ts'
import { FormProblem } from '../../../../ui/forms/form-field.tsx'
import { PresetChoice } from '../../settings/preset-choice.tsx'
import { FixedNote } from '../../settings/preset-section.tsx'
import { usePreset } from '../../settings/use-preset.ts'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

type Props = { settings: readonly Setting[] }

/** Asks who will use the service; the settings follow from that. */
export function AudienceStep({ settings }: Props) {
  return (
    <SetupFrame step="audience" title={t('admin.preset.title')} text={t('admin.preset.text')}>
      <AudienceForm settings={settings} />
    </SetupFrame>
  )
}

function AudienceForm({ settings }: Props) {
  const [chosen, setChosen] = useState<PresetName | undefined>(currentPreset(settings))
  const { apply, busy, problem } = usePreset(() => goToStep('service'))
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) apply(chosen)
        else goToStep('service')
      }}
    >
      <div className="card card-pad stack">
        <PresetChoice
          legend={<span className="vh">{t('admin.preset.title')}</span>}
          value={chosen}
          onChoose={setChosen}
        />
        <FixedNote settings={settings} />
        <FormProblem text={problem} />
      </div>
      <SaveButtons busy={busy} />
    </form>
  )
}
