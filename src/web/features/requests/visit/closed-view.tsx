import { dateIn } from '#contract/languages.ts'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { SentList } from './ask/sent-list.tsx'
import { Initial, ReportRequest } from './ask/who-asks.tsx'
import type { SentUpload } from './sending/use-request.ts'

type Props = { request: PublicRequest; sent: readonly SentUpload[] }

/** A request that is closed, and what this browser has sent to it. */
export function ClosedView({ request, sent }: Props) {
  const { requester: name } = request
  const { title, text } = textsOf(request)
  return (
    <div className="box-page visit-held">
      <section className={`box box-empty ${sent.length > 0 ? 'box-attach' : ''}`}>
        <p className="from">
          <Initial name={name} />
          <span>{name}</span>
        </p>
        <h1 className="title-xl">{title}</h1>
        <p className="tight-above">{text}</p>
        <LifeLine left={0} />
      </section>
      <SentList sent={sent} title={t('visit.sentAlready')} />
      <p className="small gap-above">
        <ReportRequest />
      </p>
    </div>
  )
}

function textsOf({ requester: name, state, limits, endedAt, until }: PublicRequest) {
  if (state === 'full')
    return limits.upload === 0
      ? { title: t('visit.noSpace'), text: t('visit.noSpaceText', { name }) }
      : { title: t('visit.full'), text: t('visit.fullText', { name }) }
  const day = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long' })
  return {
    title: t('visit.ended', { day: dateIn(day, Date.parse(endedAt ?? until)) }),
    text: t('visit.endedText', { name }),
  }
}

type MissingProps = { text: string; onRetry: (() => Promise<void>) | undefined }

/** Says why there is no request to show. Temporary failures can be retried. */
export function MissingView({ text, onRetry }: MissingProps) {
  return (
    <div className="box-page">
      <section className="box box-empty">
        <LifeLine left={0} className="apart" />
        <h1 className="title-xl">{t('visit.gone')}</h1>
        <p role="alert" className="tight-above lines">
          {text}
        </p>
        <div className="bar-row visit-acts">
          {onRetry ? (
            <RetryButton onRetry={onRetry} />
          ) : (
            <Link className="btn btn-line" to={paths.home}>
              {t('visit.home')}
            </Link>
          )}
        </div>
      </section>
    </div>
  )
}
