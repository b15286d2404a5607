import type { TextKey } from '#web/i18n/t.ts'

/** `sign` stands in the text; a number that always counts the same has none. */
export type Unit = { readonly sign: string; readonly name: TextKey }

export const sizeUnits: readonly Unit[] = [
  { sign: 'MB', name: 'admin.settings.unit.mb' },
  { sign: 'GB', name: 'admin.settings.unit.gb' },
  { sign: 'TB', name: 'admin.settings.unit.tb' },
]
export const timeUnits: readonly Unit[] = [
  { sign: 'm', name: 'admin.settings.unit.minutes' },
  { sign: 'h', name: 'admin.settings.unit.hours' },
  { sign: 'd', name: 'admin.settings.unit.days' },
]

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
