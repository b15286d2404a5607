import './preset-choice.css'
import '#web/ui/controls/option-card.css'
import type { ReactNode } from 'react'
import { type PresetName, presetNames } from '#contract/operations/presets.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

const presetText = {
  public: { name: 'admin.preset.public', about: 'admin.preset.publicAbout' },
  team: { name: 'admin.preset.team', about: 'admin.preset.teamAbout' },
} as const satisfies Record<PresetName, { name: TextKey; about: TextKey }>

type Props = {
  legend: ReactNode
  value: PresetName | undefined
  onChoose: (preset: PresetName) => void
}

/** Choice between the ways in which a service is used, each with what follows from it. */
export function PresetChoice({ legend, value, onChoose }: Props) {
  return (
    <fieldset className="stack-s preset-choice">
      <legend>{legend}</legend>
      {presetNames.map((preset) => (
        <label key={preset} className="option-card">
          <input
            type="radio"
            name="preset"
            value={preset}
            checked={value === preset}
            onChange={() => onChoose(preset)}
          />
          <b className="strong">{t(presetText[preset].name)}</b>
          <span className="small muted">{t(presetText[preset].about)}</span>
        </label>
      ))}
    </fieldset>
  )
}
