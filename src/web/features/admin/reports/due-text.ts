import { formatClock, formatDateTime } from '#web/i18n/format/format.ts'
import { dayNumber } from '#web/i18n/format/moments.ts'
import { t } from '#web/i18n/t.ts'

/** Until when something is to be done, to stand behind "Decide by": "today, 20:06", "tomorrow, 08:00", or the date. */
export function dueText(due: number, now: number): string {
  const days = dayNumber(due) - dayNumber(now)
  if (days === 0) return t('admin.reports.dueToday', { clock: formatClock(due) })
  if (days === 1) return t('admin.reports.dueTomorrow', { clock: formatClock(due) })
  return t('admin.reports.dueOn', { date: formatDateTime(due) })
}
