import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { withRedirect } from '#web/router/search.ts'
import { Link } from '#web/ui/page/link.tsx'
import { type Problem, waitsUntil } from './problem.ts'
import { refusalText } from './problem-text.ts'

/** Why the download did not begin. The time left ticks beside the alert: inside, every second would be read aloud. */
export function Refusal({ problem, now }: { problem: Problem; now: number }) {
  const { pathname } = useLocation()
  const until = waitsUntil(problem, now)
  return (
    <>
      <span role="alert">{refusalText(problem)}</span>{' '}
      {until !== undefined && <RetryWait until={until} now={now} />}
      {problem.kind === 'sign-in-required' && (
        <Link to={withRedirect(paths.login, { pathname, search: '' })}>{t('account.signIn')}</Link>
      )}
    </>
  )
}

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
