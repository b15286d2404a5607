import { dayNumber, formatClock, formatDateTime, formatDuration } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const untilTexts = {
  available: ['time.availableToday', 'time.availableTomorrow', 'time.availableUntil'],
  open: ['time.openToday', 'time.openTomorrow', 'time.openUntil'],
} as const

/**
 * How long something lasts, on pages that don't count down: "Available until tomorrow, 00:33 (3 hours left)", or "Expired".
 * A file is available, a file request is open. Times in ms since 1970.
 */
export function untilText(what: keyof typeof untilTexts, end: number, now: number): string {
  if (now >= end) return t('time.expired')
  const days = Math.min(2, dayNumber(end) - dayNumber(now))
  const values = { clock: formatClock(end), date: formatDateTime(end), left: leftText(end - now) }
  return t(untilTexts[what][days] ?? untilTexts[what][2], values)
}

/** How long something still lasts, alone: "3 hours left", or "Expired". Times in ms since 1970. */
export function stillLeftText(end: number, now: number): string {
  return now >= end ? t('time.expired') : t('time.stillLeft', { left: leftText(end - now) })
}

/** "41 minutes", "3 hours", "1.5 days" or "30 days". */
function leftText(span: number): string {
  const unit = span < HOUR ? MINUTE : span < 2 * DAY ? HOUR : DAY
  return formatDuration(Math.max(1, Math.round(span / unit)) * unit, 'long')
}
