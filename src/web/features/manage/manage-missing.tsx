import { ApiError } from '#client/api-error.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'

type Props = { error: unknown; onRetry: (() => void | Promise<void>) | undefined }

/** Nothing to manage, as far as this link goes: the same for a wrong link, an unknown and an ended transfer. */
export function ManageMissing({ error, onRetry }: Props) {
  useDocumentTitle(t('manage.notAvailable'))
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <h1 className="title-xl">{t('manage.notAvailable')}</h1>
        <p className="tight-above" role="alert">
          {onRetry ? failureText(error, 'manage.notLoaded') : t('manage.notAvailableText')}
        </p>
        {error instanceof ApiError && error.decision !== undefined && (
          <p>
            <Link to={error.decision}>{t('manage.reasons')}</Link>
          </p>
        )}
      </section>
      <section className="card card-pad">
        <div className="bar-row">
          {onRetry && <RetryButton text={t('download.tryAgain')} onRetry={onRetry} />}
          <Link className={`btn ${onRetry ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            <Icon name="upload" />
            {t('download.uploadYourOwn')}
          </Link>
        </div>
      </section>
    </div>
  )
}
