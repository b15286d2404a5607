import { i18n } from '@lingui/core'
import { language } from './language.ts'

const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes for people, 1024-based, B to GB, with the decimals of the language: "1.14 GB". */
export function formatSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // From 1023.5 on the rounded number would read 1024.
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value)
  return `${number}\u00a0${units[unit]}`
}

/** "21 Nov 2026, 20:06" */
export function formatDateTime(time: number): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat(language(), { ...options, hourCycle: 'h23' }).format(time)
}

/** "20:06" */
export function formatClock(time: number): string {
  return new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    time,
  )
}

const durationUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A span of whole days, hours or minutes in its largest unit: "30m" narrow, "30 min" short. `duration` in ms. */
export function formatDuration(duration: number, unitDisplay: 'narrow' | 'short' | 'long'): string {
  const [unit, length] = durationUnits.find(([, length]) => duration >= length) ?? durationUnits[2]
  return new Intl.NumberFormat(i18n.locale || 'en', { style: 'unit', unit, unitDisplay }).format(
    duration / length,
  )
}
