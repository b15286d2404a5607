import '../settings/setting-row.css'
import type { RuleName } from '#contract/operations/groups/groups.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { EntriesField, NumberField } from '../shared/typed-fields.tsx'
import { choiceWord, kindText, ruleNameText } from './rule-texts.ts'
import { kindsOf, ruleForms, type TypedRule, unitsOf } from './rule-values.ts'

type Props = {
  name: RuleName
  rule: TypedRule
  isChanged: boolean
  /** The text is not a value of this rule. */
  isWrong: boolean
  onChange: (rule: TypedRule) => void
}

/** A rule: its name, its kind and, once it has one, its value. */
export function RuleRow({ name, rule, isChanged, isWrong, onChange }: Props) {
  const title = t(ruleNameText[name])
  const form = ruleForms[name]
  const id = ruleFieldId(name)
  const tie = { id, 'aria-invalid': isWrong, 'aria-describedby': `${id}-note` }
  function chooseKind(kind: TypedRule['kind']) {
    const text = rule.text === '' && form.kind === 'choice' ? (form.choices[0] ?? '') : rule.text
    onChange({ kind, text })
  }
  return (
    <div className={`setting group-rule ${isChanged ? 'changed' : ''}`}>
      <label htmlFor={rule.kind === '' ? `${id}-kind` : id} className="strong">
        {title}
      </label>
      <div className="setting-value">
        <Select
          id={`${id}-kind`}
          aria-label={t('admin.groups.kindOf', { rule: title })}
          options={(['', ...kindsOf(name)] as const).map((kind) => ({
            value: kind,
            text: t(kindText[kind]),
          }))}
          value={rule.kind}
          onChoose={chooseKind}
        />
        {rule.kind !== '' &&
          (form.kind === 'choice' ? (
            <Select
              {...tie}
              options={form.choices.map((choice) => ({ value: choice, text: choiceWord(choice) }))}
              value={rule.text}
              onChoose={(text) => onChange({ ...rule, text })}
            />
          ) : form.kind === 'entries' ? (
            <EntriesField tie={tie} value={rule.text} onChange={(text) => onChange({ ...rule, text })} />
          ) : (
            <NumberField
              tie={tie}
              title={title}
              units={unitsOf(form)}
              value={rule.text}
              onChange={(text) => onChange({ ...rule, text })}
            />
          ))}
        <p className={isWrong ? 'hint-bad' : 'small muted'} id={`${id}-note`}>
          {isWrong && (
            <>
              <Icon name="warning" />
              {t('admin.settings.invalid')}
            </>
          )}
        </p>
      </div>
    </div>
  )
}

export function ruleFieldId(name: RuleName): string {
  return `rule-${name}`
}
