import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { goneBy, mayPass, type Problem, waitsUntil } from './problem.ts'
import { problemText } from './problem-text.ts'
import { RetryWait } from './refusal.tsx'

type Props = {
  problem: Problem
  /** Looks for the file again; resolves when that is done. */
  onRetry: () => Promise<void>
}

/** Says why there is no file to show, and what can be done. Temporary problems can be retried. */
export function NotAvailable({ problem, onRetry }: Props) {
  const now = useNow()
  const [retry, busy] = useSingleFlight(onRetry)
  const gone = goneBy(problem)
  const isKnown = gone && gone !== 'not-found'
  const passing = mayPass(problem)
  const until = waitsUntil(problem, now)
  useDocumentTitle(problem.kind === 'expired' ? t('time.expired') : t('download.notAvailable'))
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <h1 className="title-xl">{t('download.notAvailable')}</h1>
        <p role="alert" className="tight-above">
          {problemText(problem)}
        </p>
        {until !== undefined && <RetryWait until={until} now={now} />}
      </section>
      <section className="card card-pad stack">
        <h2 className="section-title">{t('download.whatYouCanDo')}</h2>
        <ul className="stack-s bullets">
          <li>{t('download.contactSender')}</li>
          <li>{t('download.uploadInstead')}</li>
          <li>{t('download.checkLink')}</li>
        </ul>
        <div className="bar-row">
          {passing && (
            <Button variant="primary" busy={busy} busyText={t('shell.loading')} onClick={retry}>
              {t('download.tryAgain')}
            </Button>
          )}
          <Link className={`btn ${passing ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            {t('download.uploadNew')}
          </Link>
          <Button onClick={() => navigate(history.length > 1 ? -1 : paths.home)}>
            <Icon name="back" />
            {t('download.goBack')}
          </Button>
        </div>
      </section>
      <p className="note gap-above">
        <Icon name="clock" />
        <span>
          <b>{t('download.aboutExpiration')}</b>
          <br />
          {t('download.aboutExpirationText')}
        </span>
      </p>
      {isKnown && <ReportThis />}
    </div>
  )
}

/** Leads to where the transfer of this link is reported, if the service takes reports. */
export function ReportThis() {
  if (!useServiceConfig().reports) return null
  return (
    <p className="small gap-above report-this">
      <Link to={`${paths.report}?link=${encodeURIComponent(location.origin + location.pathname)}`}>
        {t('download.report')}
      </Link>
    </p>
  )
}
