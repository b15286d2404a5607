import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'

type Props = { text: string; onRetry: (() => Promise<void>) | undefined }

/** Says why there is no request to show. Temporary failures can be retried. */
export function MissingView({ text, onRetry }: Props) {
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
