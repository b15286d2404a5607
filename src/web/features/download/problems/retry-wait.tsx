import { t } from '#web/i18n/t.ts'

/** "Try again in 1m 40s." Both times in ms since 1970. */
export function RetryWait({ until, now }: { until: number; now: number }) {
  const left = Math.max(1, Math.round((until - now) / 1000))
  const minutes = Math.floor(left / 60)
  const seconds = left % 60
  return (
    <span role="timer" className="num">
      {minutes > 0
        ? t('download.retryInMinutes', { minutes, seconds })
        : t('download.retryInSeconds', { seconds })}
    </span>
  )
}
