import type { Setting } from '#contract/operations/settings.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { EntriesField, NumberField, type Tie } from '../shared/typed-fields.tsx'
import { formOf } from './setting-forms.ts'
import { displayText } from './setting-text.ts'

type Props = { tie: Tie; title: string; setting: Setting; value: string; onChange: (value: string) => void }

/** Whether a setting is turned on and off. */
export function isSwitched({ choices }: Setting): boolean {
  return choices?.includes('on') === true
}

/** The field of a setting, as its kind of value is typed. */
export function SettingInput({ tie, title, setting, value, onChange }: Props) {
  if (isSwitched(setting))
    return <Switch {...tie} checked={value === 'on'} onSwitch={(isOn) => onChange(isOn ? 'on' : 'off')} />
  if (setting.choices)
    return (
      <Select
        {...tie}
        options={setting.choices.map((choice) => ({ value: choice, text: displayText(choice) }))}
        value={value}
        onChoose={onChange}
      />
    )
  const form = formOf(setting.name)
  if (form?.kind === 'number')
    return <NumberField tie={tie} title={title} units={form.units} value={value} onChange={onChange} />
  if (form?.kind === 'entries') return <EntriesField tie={tie} value={value} onChange={onChange} />
  if (form?.kind === 'lines')
    return (
      <textarea
        className="input setting-lines"
        {...tie}
        rows={2}
        value={value.split(form.between === ', ' ? /, ?/ : /; ?/).join('\n')}
        onChange={({ target }) => onChange(target.value.split('\n').join(form.between))}
      />
    )
  return (
    <input
      className="input"
      {...tie}
      autoComplete="off"
      spellCheck={false}
      value={value}
      placeholder={setting.default ?? undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
