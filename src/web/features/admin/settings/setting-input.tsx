import './setting-input.css'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import type { Setting } from '#contract/operations/settings.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { entriesOf, formOf, joinNumber, splitNumber, type Unit } from './setting-forms.ts'
import { displayText } from './setting-text.ts'

type Tie = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>
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

type NumberProps = Omit<Props, 'setting'> & { units: readonly Unit[] }

/** A number, and its unit: to choose where there are several. A unit that is typed behind the number is taken, too. */
function NumberField({ tie, title, units, value, onChange }: NumberProps) {
  const parts = splitNumber(value, units)
  const [last, setLast] = useState(parts?.unit ?? units[0])
  const unit = parts?.unit ?? last
  if (!unit) return null
  return (
    <div className="setting-number">
      <input
        className="input num"
        {...tie}
        inputMode="numeric"
        autoComplete="off"
        value={parts?.number ?? value}
        onChange={({ target }) => {
          setLast(unit)
          onChange(joinNumber(target.value, unit))
        }}
      />
      {units.length === 1 ? (
        <span className="small muted">{t(unit.name)}</span>
      ) : (
        <Select
          aria-label={t('admin.settings.unitOf', { name: title })}
          options={units.map(({ sign, name }) => ({ value: sign, text: t(name) }))}
          value={unit.sign}
          onChoose={(sign) => {
            const next = units.find((one) => one.sign === sign)
            setLast(next)
            if (next && parts) onChange(joinNumber(parts.number, next))
          }}
        />
      )}
    </div>
  )
}

/** Entries one by one, each with a button that removes it. Enter, a comma, or leaving the field adds what is typed. */
function EntriesField({ tie, value, onChange }: Pick<Props, 'tie' | 'value' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const entries = entriesOf(value)
  function add() {
    const more = entriesOf(typed).filter((entry) => !entries.includes(entry))
    setTyped('')
    if (more.length > 0) onChange([...entries, ...more].join(','))
  }
  function onKey(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <div className="setting-entries">
      {entries.map((entry) => (
        <span key={entry} className="setting-entry num">
          {entry}
          <IconButton
            label={t('admin.settings.removeEntry', { entry })}
            onClick={() => onChange(entries.filter((one) => one !== entry).join(','))}
          >
            <Icon name="close" />
          </IconButton>
        </span>
      ))}
      <input
        className="input"
        {...tie}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        placeholder={t('admin.settings.addEntry')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKey}
        onBlur={add}
      />
    </div>
  )
}
