import type { Setting } from '#contract/operations/settings.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { EntriesField, NumberField, type Tie } from '../shared/typed-fields.tsx'
import { sizeUnits, timeUnits, type Unit } from '../shared/typed-values.ts'
import { displayText } from './setting-text.ts'

/** How the text of a setting is typed: as a number with its unit, entry by entry, or line by line. */
type SettingForm =
  /** A number before the name of its unit, of which there may be several to choose from. */
  | { readonly kind: 'number'; readonly units: readonly Unit[] }
  | { readonly kind: 'entries' }
  /** Lines that the text has in a row, with this between them. */
  | { readonly kind: 'lines'; readonly between: ', ' | '; ' }

const sizes: SettingForm = { kind: 'number', units: sizeUnits }
const times: SettingForm = { kind: 'number', units: timeUnits }
const entries: SettingForm = { kind: 'entries' }

/** The forms of settings that are not just a line of text. */
const forms: Readonly<Record<string, SettingForm>> = {
  FREE_FILE_SIZE: sizes,
  PRO_FILE_SIZE: sizes,
  FREE_TRANSFER_SIZE: sizes,
  PRO_TRANSFER_SIZE: sizes,
  FREE_SPACE_KEPT: sizes,
  DEFAULT_EXPIRY: times,
  LONGEST_LIFE: times,
  REQUEST_MIN_ACCOUNT_AGE: times,
  REQUEST_KEEP_FOR: times,
  FILE_PASSWORD_LENGTH: { kind: 'number', units: [{ sign: '', name: 'admin.settings.unit.characters' }] },
  AUDIT_KEPT: { kind: 'number', units: [{ sign: '', name: 'admin.settings.unit.days' }] },
  EXPIRY_OPTIONS: entries,
  PRO_EXPIRY_OPTIONS: entries,
  BLOCKED_TYPES: entries,
  ALLOWED_TYPES: entries,
  OPERATOR_ADDRESS: { kind: 'lines', between: ', ' },
  OPERATOR_DETAILS: { kind: 'lines', between: '; ' },
  PROCESSORS: { kind: 'lines', between: '; ' },
}

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
  const form = forms[setting.name]
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
