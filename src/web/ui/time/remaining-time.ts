const MINUTE = 60_000

export type RemainingTime = { days: number; hours: number; minutes: number; expired: boolean }

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
