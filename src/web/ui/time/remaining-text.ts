import { t } from '../../i18n/t.ts'
import type { RemainingTime } from './remaining-time.ts'

/** "2h 41m remaining", or "Expired". */
export function remainingText({ days, hours, minutes, expired }: RemainingTime): string {
  if (expired) return t('time.expired')
  if (days > 0) return t('time.days', { days, hours, minutes })
  return hours > 0 ? t('time.hours', { hours, minutes }) : t('time.minutes', { minutes })
}
