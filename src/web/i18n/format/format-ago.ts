import { language } from '../language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in its largest unit: "2 min ago"; within a minute "now". Both in ms since 1970. */
export function formatAgo(time: number, now: number): string {
  const span = Math.max(0, now - time)
  const [unit, length] = units.find(([, length]) => span >= length) ?? ['second', Number.POSITIVE_INFINITY]
  const format = new Intl.RelativeTimeFormat(language(), { style: 'short', numeric: 'auto' })
  return format.format(-Math.floor(span / length), unit)
}
