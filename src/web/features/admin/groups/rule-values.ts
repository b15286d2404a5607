import type { RuleName, Rules } from '#contract/operations/groups/groups.ts'
import { GIB, KIB, MIB } from '#contract/transfers/limits.ts'
import type { TextKey } from '#web/i18n/t.ts'
import { entriesOf, sizeUnits, timeUnits, type Unit } from '../shared/typed-values.ts'

/** Bytes of each unit, the largest first. */
const bytesOf = { TB: 1024 * GIB, GB: GIB, MB: MIB, KB: KIB }
const units: readonly Unit[] = [{ sign: 'KB', name: 'admin.settings.unit.kb' }, ...sizeUnits]

/** How the value of a rule is typed. */
type RuleForm =
  | { readonly kind: 'size' | 'time' | 'entries' }
  | { readonly kind: 'count'; readonly unit: TextKey }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }

const needed: RuleForm = { kind: 'choice', choices: ['optional', 'required'] }

export const ruleForms: Readonly<Record<RuleName, RuleForm>> = {
  fileSize: { kind: 'size' },
  transferSize: { kind: 'size' },
  storage: { kind: 'size' },
  uploadSpeed: { kind: 'size' },
  expiryOptions: { kind: 'entries' },
  defaultExpiry: { kind: 'time' },
  longestLife: { kind: 'time' },
  filePassword: needed,
  filePasswordLength: { kind: 'count', unit: 'admin.settings.unit.characters' },
  downloadLimit: { kind: 'count', unit: 'admin.groups.unit.downloads' },
  endToEnd: { kind: 'choice', choices: ['off', 'offered', 'always'] },
  secondFactor: needed,
  recipients: { kind: 'count', unit: 'admin.groups.unit.people' },
  recipientCode: needed,
  recipientDomains: { kind: 'entries' },
  types: { kind: 'entries' },
  requests: { kind: 'count', unit: 'admin.groups.unit.open' },
  requestLock: { kind: 'entries' },
  apiKeys: { kind: 'count', unit: 'admin.groups.unit.keys' },
}

/** Kinds of a rule, besides not being set. */
export function kindsOf(name: RuleName): readonly RuleKind[] {
  const { kind } = ruleForms[name]
  if (kind === 'choice') return ['default', 'always']
  return kind === 'entries' ? ['default', 'most', 'always'] : ['default', 'most', 'least', 'always']
}

export type RuleKind = 'default' | 'most' | 'least' | 'always'

/** The units that a number is typed with. */
export function unitsOf(form: RuleForm): readonly Unit[] {
  if (form.kind === 'size') return units
  if (form.kind === 'time') return timeUnits
  return form.kind === 'count' ? [{ sign: '', name: form.unit }] : []
}

/** A rule as it is typed; the kind is empty for one that is not set. */
export type TypedRule = { readonly kind: RuleKind | ''; readonly text: string }
type TypedRules = Readonly<Record<RuleName, TypedRule>>

/** The rules of a level, as they are typed. */
export function typedRules(rules: Rules, names: readonly RuleName[]): TypedRules {
  const typed: Partial<Record<RuleName, TypedRule>> = {}
  for (const name of names) {
    const rule = rules[name]
    typed[name] =
      rule === undefined || rule.kind === 'unset'
        ? { kind: '', text: '' }
        : { kind: rule.kind, text: textOfValue(name, rule.value) }
  }
  return typed as TypedRules
}

function textOfValue(name: RuleName, value: string | number | readonly string[]): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return value.join(',')
  return ruleForms[name].kind === 'size' ? sizeText(value) : String(value)
}

/** In the largest unit that goes without a rest; in whole KB where none does. */
function sizeText(bytes: number): string {
  if (bytes === 0) return '0'
  const [sign, unit] = Object.entries(bytesOf).find(([, unit]) => bytes % unit === 0) ?? ['KB', KIB]
  return `${Math.max(1, Math.floor(bytes / unit))}${sign}`
}

/**
 * The value of a rule from its text, as the call takes it.
 * @returns undefined for a text that is none
 */
export function valueOfText(name: RuleName, text: string): string | number | string[] | undefined {
  const form = ruleForms[name]
  const trimmed = text.trim()
  if (form.kind === 'choice') return form.choices.includes(trimmed) ? trimmed : undefined
  if (form.kind === 'entries') {
    const entries = entriesOf(trimmed)
    return entries.length > 0 ? entries : undefined
  }
  if (form.kind === 'time') return /^[1-9]\d{0,3}[mhd]$/.test(trimmed) ? trimmed : undefined
  if (form.kind === 'count') return /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : undefined
  if (trimmed === '0') return 0
  const [, number = '', sign = ''] = /^([1-9]\d{0,6})(KB|MB|GB|TB)$/i.exec(trimmed) ?? []
  const unit = Object.entries(bytesOf).find(([one]) => one === sign.toUpperCase())?.[1]
  return unit === undefined ? undefined : Number(number) * unit
}
