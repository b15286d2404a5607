import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { LifeLine } from '../../ui/life-line.tsx'
import { Link } from '../../ui/link.tsx'
import { go } from '../../ui/router/history.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useNow } from '../../ui/use-now.ts'
import { mayPass, type Problem, waitsUntil } from './problem.ts'
import { problemText } from './problem-text.ts'
import { RetryWait } from './retry-wait.tsx'

/** There is no file to show: why, and what can be done. What may be passing can be tried again. */
export function NotAvailable({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const now = useNow()
  const until = waitsUntil(problem, now)
  useDocumentTitle(problem.kind === 'expired' ? t('time.expired') : t('download.notAvailable'))
  return (
    <div className="held">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <h1 className="title-xl">{t('download.notAvailable')}</h1>
        <p role="alert" className="tight-above">
          {problemText(problem)}
        </p>
        {until !== undefined && <RetryWait until={until} now={now} />}
      </section>
      <section className="slip slip-pad stack">
        <h2 className="section-title">{t('download.whatYouCanDo')}</h2>
        <ul className="stack-s bullets">
          <li>{t('download.contactSender')}</li>
          <li>{t('download.checkLink')}</li>
          <li>{t('download.uploadInstead')}</li>
        </ul>
        <div className="bar-row">
          {mayPass(problem) && (
            <button type="button" className="btn btn-primary" onClick={onRetry}>
              {t('download.tryAgain')}
            </button>
          )}
          <Link className={`btn ${mayPass(problem) ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            {t('download.uploadNew')}
          </Link>
          <button
            type="button"
            className="btn btn-line"
            onClick={() => void (history.length > 1 ? go(-1) : go(paths.home))}
          >
            <Icon name="back" />
            {t('download.goBack')}
          </button>
        </div>
      </section>
      <p className="note gap-above">
        <Icon name="clock" />
        <span>
          <b>{t('download.aboutExpiration')}</b> {t('download.aboutExpirationText')}
        </span>
      </p>
    </div>
  )
}
