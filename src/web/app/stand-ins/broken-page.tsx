import { use } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { PartNotFetched } from '../../ui/lazy/part-not-fetched.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/use-document-title.ts'

/** Shown in place of a page that failed or could not be fetched, with what can be done. */
export function BrokenPage({ error }: { error: unknown }) {
  const supportMail = use(ServiceConfigContext)?.supportMail
  const missing = error instanceof PartNotFetched
  const title = t(missing ? 'shell.notFetched' : 'shell.broken')
  useDocumentTitle(title)
  return (
    <div className="stand-in stack" role="alert">
      <h1 className="title-xl">{title}</h1>
      <p>{t(missing ? 'shell.notFetchedHint' : 'shell.brokenHint')}</p>
      <div className="bar-row">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('shell.tryAgain')}
        </Button>
        {missing ? (
          <Link className="btn btn-line" to={paths.home}>
            {t('nav.backToHome')}
          </Link>
        ) : (
          // Loads the page anew instead of navigating within the app, which may be broken.
          <a className="btn btn-line" href={paths.home}>
            {t('nav.backToHome')}
          </a>
        )}
      </div>
      {!missing && supportMail && (
        <p className="small muted">
          {t('shell.brokenAgain')} <a href={`mailto:${supportMail}`}>{supportMail}</a>
        </p>
      )}
    </div>
  )
}
