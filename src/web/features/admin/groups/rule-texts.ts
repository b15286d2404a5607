import type { RuleName } from '#contract/operations/groups/groups.ts'
import { formatDuration, formatSize } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { type RuleKind, ruleForms } from './rule-values.ts'

/** The rules in the order and the sections in which they are shown. */
export const ruleSections: readonly { readonly title: TextKey; readonly rules: readonly RuleName[] }[] = [
  {
    title: 'admin.groups.section.size',
    rules: [
      'fileSize',
      'transferSize',
      'storage',
      'uploadSpeed',
      'expiryOptions',
      'defaultExpiry',
      'longestLife',
    ],
  },
  {
    title: 'admin.groups.section.access',
    rules: ['endToEnd', 'filePassword', 'filePasswordLength', 'downloadLimit', 'types', 'secondFactor'],
  },
  { title: 'admin.groups.section.recipients', rules: ['recipients', 'recipientCode', 'recipientDomains'] },
  { title: 'admin.groups.section.requests', rules: ['requests', 'requestLock', 'apiKeys'] },
]

export const ruleNameText: Readonly<Record<RuleName, TextKey>> = {
  fileSize: 'admin.groups.rule.fileSize',
  transferSize: 'admin.groups.rule.transferSize',
  storage: 'admin.groups.rule.storage',
  expiryOptions: 'admin.groups.rule.expiryOptions',
  defaultExpiry: 'admin.groups.rule.defaultExpiry',
  longestLife: 'admin.groups.rule.longestLife',
  filePassword: 'admin.groups.rule.filePassword',
  filePasswordLength: 'admin.groups.rule.filePasswordLength',
  downloadLimit: 'admin.groups.rule.downloadLimit',
  endToEnd: 'admin.groups.rule.endToEnd',
  secondFactor: 'admin.groups.rule.secondFactor',
  recipients: 'admin.groups.rule.recipients',
  recipientCode: 'admin.groups.rule.recipientCode',
  recipientDomains: 'admin.groups.rule.recipientDomains',
  types: 'admin.groups.rule.types',
  requests: 'admin.groups.rule.requests',
  requestLock: 'admin.groups.rule.requestLock',
  apiKeys: 'admin.groups.rule.apiKeys',
  uploadSpeed: 'admin.groups.rule.uploadSpeed',
}

export const kindText: Readonly<Record<RuleKind | '', TextKey>> = {
  '': 'admin.settings.notSet',
  default: 'admin.groups.kind.default',
  most: 'admin.groups.kind.most',
  least: 'admin.groups.kind.least',
  always: 'admin.groups.kind.always',
}

/** Words for the values that are chosen from. */
const choiceText: Readonly<Record<string, TextKey>> = {
  off: 'admin.settings.off',
  offered: 'admin.groups.choice.offered',
  always: 'admin.groups.kind.always',
  optional: 'admin.settings.optional',
  required: 'admin.settings.required',
}

export function choiceWord(choice: string): string {
  const key = choiceText[choice]
  return key ? t(key) : choice
}

const levelText: Readonly<Record<string, TextKey>> = {
  instance: 'admin.groups.instance',
  guests: 'admin.groups.guests',
  pro: 'badge.pro',
  free: 'admin.users.free',
}

/** Name of a level: those that always exist have one of ours. */
export function levelName({ id, name }: { readonly id: string; readonly name: string }): string {
  const key = levelText[id]
  return name === '' && key ? t(key) : name
}

/** The value of a rule as people read it; a number of milliseconds or bytes where the rule is one of time or size. */
export function valueWords(name: RuleName, value: unknown): string {
  if (value === null || value === undefined) return t('admin.groups.noLimit')
  if (Array.isArray(value)) return value.map((entry) => wordOf(name, String(entry))).join(', ')
  if (typeof value !== 'number') return wordOf(name, String(value))
  const { kind } = ruleForms[name]
  if (kind === 'size') return formatSize(value)
  return kind === 'time' ? formatDuration(value, 'long') : formatNumber(value)
}

const unitLength: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }

function wordOf(name: RuleName, text: string): string {
  const isTime = name === 'expiryOptions' || ruleForms[name].kind === 'time'
  const [, number, unit = ''] = (isTime && /^(\d+)([mhd])$/.exec(text)) || []
  const length = unitLength[unit]
  if (number !== undefined && length !== undefined) return formatDuration(Number(number) * length, 'long')
  return choiceWord(text)
}
