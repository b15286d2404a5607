import type { TextKey } from '../../../i18n/t.ts'

/** How the text of a setting is typed: as a number with its unit, entry by entry, or line by line. */
export type SettingForm =
  /** A number before the name of its unit, of which there may be several to choose from. */
  | { readonly kind: 'number'; readonly units: readonly Unit[] }
  | { readonly kind: 'entries' }
  /** Lines that stand behind each other in the text, with this between them. */
  | { readonly kind: 'lines'; readonly between: ', ' | '; ' }

/** `sign` stands in the text; a number that always counts the same has none. */
export type Unit = { readonly sign: string; readonly name: TextKey }

const sizes: SettingForm = {
  kind: 'number',
  units: [
    { sign: 'MB', name: 'admin.settings.unit.mb' },
    { sign: 'GB', name: 'admin.settings.unit.gb' },
    { sign: 'TB', name: 'admin.settings.unit.tb' },
  ],
}
const times: SettingForm = {
  kind: 'number',
  units: [
    { sign: 'm', name: 'admin.settings.unit.minutes' },
    { sign: 'h', name: 'admin.settings.unit.hours' },
    { sign: 'd', name: 'admin.settings.unit.days' },
  ],
}
const entries: SettingForm = { kind: 'entries' }

const forms: Readonly<Record<string, SettingForm>> = {
  FREE_FILE_SIZE: sizes,
  PRO_FILE_SIZE: sizes,
  FREE_TRANSFER_SIZE: sizes,
  PRO_TRANSFER_SIZE: sizes,
  FREE_SPACE_KEPT: sizes,
  DEFAULT_EXPIRY: times,
  LONGEST_LIFE: times,
  REQUEST_MIN_ACCOUNT_AGE: times,
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

/** The form of a setting; undefined for a line of text. */
export function formOf(name: string): SettingForm | undefined {
  return forms[name]
}

/** A text such as `2GB` as number and unit; undefined for any other, such as one that is still being typed. */
export function splitNumber(
  text: string,
  units: readonly Unit[],
): { number: string; unit?: Unit } | undefined {
  const [, number = '', sign = ''] = /^(\d+)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  if (number === '') return undefined
  const unit = units.find((one) => one.sign.toLowerCase() === sign.toLowerCase())
  if (unit) return { number, unit }
  return sign === '' ? { number } : undefined
}

/** The text of a number that was typed; zero needs no unit, and anything else stays as it was typed. */
export function joinNumber(typed: string, unit: Unit): string {
  return /^[1-9]\d*$/.test(typed.trim()) ? `${typed.trim()}${unit.sign}` : typed
}

/** The entries of a text, in order. */
export function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
