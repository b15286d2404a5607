import { t } from '../t.ts'
import { dayNumber } from './end-of-life.ts'
import { formatClock, formatDateTime } from './format.ts'

/** When something happened, as people say it: "Today, 17:06", "Yesterday, 08:00", or the date. Times in ms since 1970. */
export function pastMoment(time: number, now: number): string {
  const days = dayNumber(now) - dayNumber(time)
  if (days === 0) return t('time.todayAt', { clock: formatClock(time) })
  if (days === 1) return t('time.yesterdayAt', { clock: formatClock(time) })
  return formatDateTime(time)
}
