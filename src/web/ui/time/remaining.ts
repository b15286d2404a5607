import { t } from '../../i18n/t.ts'

const MINUTE = 60_000

type RemainingTime = { days: number; hours: number; minutes: number; expired: boolean }

/**
 * Time until `expiresAt` in whole days, hours and minutes; a started minute counts as one, so that nothing that
 * can still be had reads "0m". Both in ms since 1970.
 */
export function remainingTime(expiresAt: number, now: number): RemainingTime {
  const left = expiresAt - now
  const minutes = Math.max(0, Math.ceil(left / MINUTE))
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
    expired: left <= 0,
  }
}

/** "2h 41m remaining", or "Expired". */
export function remainingText({ days, hours, minutes, expired }: RemainingTime): string {
  if (expired) return t('time.expired')
  if (days > 0) return t('time.days', { days, hours, minutes })
  return hours > 0 ? t('time.hours', { hours, minutes }) : t('time.minutes', { minutes })
}

/** The part of a life that is still to go, 0 to 1, as its line draws it. Times in milliseconds since 1970. */
export function partLeft({ from, until, now }: { from: number; until: number; now: number }): number {
  if (now >= until) return 0
  // A clock that is behind sees the start ahead of it.
  return Math.min(1, (until - now) / (until - from))
}
