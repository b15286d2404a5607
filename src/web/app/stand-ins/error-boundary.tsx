import { Component, type ReactNode, use } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { Outlet } from '../../router/routes.tsx'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { PartNotFetched } from '../../ui/lazy/fetch-part.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'

type Props = {
  children: ReactNode
  /** There is no frame around it. */
  alone?: boolean
}

/** Shows what can be done when a page breaks. */
export class ErrorBoundary extends Component<Props, { broken: boolean; error: unknown }> {
  override state = { broken: false, error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { broken: true, error }
  }

  override render() {
    const { broken, error } = this.state
    const { alone, children } = this.props
    if (!broken) return children
    return alone ? (
      <main>
        <BrokenPage error={error} />
      </main>
    ) : (
      <BrokenPage error={error} />
    )
  }
}

/** Contains errors of a page; navigation resets it. */
export function PageBoundary({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
}

/** Shown in place of a page that failed or could not be fetched, with what can be done. */
function BrokenPage({ error }: { error: unknown }) {
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
