import { Suspense, use, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ServiceConfigContext } from '../api/service-config.ts'
import { t } from '../i18n/t.ts'
import { LiveRegion } from '../ui/announce.tsx'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'
import { Unreachable } from './unreachable.tsx'

/** The frame around every page. */
export function Shell() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const arrived = useRef(pathname)
  const config = use(ServiceConfigContext)

  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])

  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Banner />
      <Header />
      {/* The footer waits with the page, or it would jump when the page has come. */}
      <Suspense>
        <main id="main" ref={main} tabIndex={-1}>
          {config ? <Outlet /> : <Unreachable />}
        </main>
        <Footer />
      </Suspense>
      <TabBar />
      <LiveRegion />
    </>
  )
}
