import { formatDuration } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'

const MINUTE = 60_000

/** What is left until a case is to be decided. */
export function TimeLeft({ dueAt, now }: { dueAt: string; now: number }) {
  const left = Date.parse(dueAt) - now
  return (
    <time className={`num nowrap ${left <= 0 ? 'severe' : ''}`} dateTime={dueAt}>
      {left <= 0 ? t('admin.reports.overdue') : formatDuration(wholeMinutes(left), 'short')}
    </time>
  )
}

/** A time in whole minutes, at least one. */
export function wholeMinutes(time: number): number {
  return Math.max(MINUTE, Math.round(time / MINUTE) * MINUTE)
}
