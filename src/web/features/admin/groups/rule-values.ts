import type { RuleName, Rules } from '#contract/operations/groups/groups.ts'
import { GIB, MIB } from '#contract/transfers/limits.ts'
import type { TextKey } from '#web/i18n/t.ts'
import { entriesOf, sizeUnits, timeUnits, type Unit } from '../shared/typed-values.ts'

const TIB = 1024 * GIB

/** How the value of a rule is typed. */
export type RuleForm =
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
  if (form.kind === 'size') return sizeUnits
  if (form.kind === 'time') return timeUnits
  return form.kind === 'count' ? [{ sign: '', name: form.unit }] : []
}

/** A rule as it is typed; the kind is empty for one that is not set. */
export type TypedRule = { readonly kind: RuleKind | ''; readonly text: string }
export type TypedRules = Readonly<Record<RuleName, TypedRule>>

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

/** Whole units as far as they go: sizes are typed in MB at the smallest. */
function sizeText(bytes: number): string {
  if (bytes === 0) return '0'
  for (const [unit, sign] of [
    [TIB, 'TB'],
    [GIB, 'GB'],
  ] as const)
    if (bytes % unit === 0) return `${bytes / unit}${sign}`
  return `${Math.max(1, Math.floor(bytes / MIB))}MB`
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
  const [, number = '', unit = ''] = /^([1-9]\d{0,6})(MB|GB|TB)$/i.exec(trimmed) ?? []
  const factor = { MB: MIB, GB: GIB, TB: TIB }[unit.toUpperCase()]
  return factor === undefined ? undefined : Number(number) * factor
}
