import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { ServiceConfig } from '#contract/service.ts'
import { client } from '../api/client.ts'
import { ServiceConfigContext } from '../api/service-config.ts'
import { t } from '../i18n/t.ts'
import { LiveRegion } from '../ui/announce.tsx'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'

/** The frame around every page. */
export function Shell() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const arrived = useRef(pathname)
  const [config, setConfig] = useState<ServiceConfig | null>(null)
  const [unreachable, setUnreachable] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    client.call('config', { signal: stop.signal }).then(setConfig, () => {
      if (!stop.signal.aborted) setUnreachable(true)
    })
    return () => stop.abort()
  }, [])
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])

  return (
    <ServiceConfigContext value={config}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Banner />
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        {unreachable ? (
          <div className="on-its-way stack">
            <h1 className="title-xl">{t('shell.unreachable')}</h1>
            <p>{t('shell.unreachableHint')}</p>
            <div>
              <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
                {t('shell.tryAgain')}
              </button>
            </div>
          </div>
        ) : (
          <Suspense>
            <Outlet />
          </Suspense>
        )}
      </main>
      <Footer />
      <TabBar />
      <LiveRegion />
    </ServiceConfigContext>
  )
}
