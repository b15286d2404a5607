import './typed-fields.css'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { entriesOf, joinNumber, splitNumber, type Unit } from './typed-values.ts'

/** Attributes that tie a field to its label and notes. */
export type Tie = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>

type FieldProps = { tie: Tie; value: string; onChange: (value: string) => void }
type NumberProps = FieldProps & { title: string; units: readonly Unit[] }

/** A number, and its unit: to choose where there are several. A unit that is typed behind the number is taken, too. */
export function NumberField({ tie, title, units, value, onChange }: NumberProps) {
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
export function EntriesField({ tie, value, onChange }: FieldProps) {
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
