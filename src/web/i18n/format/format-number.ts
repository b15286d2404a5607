import { language } from '../language.ts'

/** "4,812" */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language()).format(value)
}

/** A part of a whole, 0 to 1: "6.6%". */
export function formatPercent(part: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 }).format(part)
}
