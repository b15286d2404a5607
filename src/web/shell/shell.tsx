import { type ReactNode, use } from 'react'
import { Outlet } from 'react-router'
import { ServiceConfigContext } from '../api/service-config.ts'
import { t } from '../i18n/t.ts'
import { LiveRegion } from '../ui/announce.tsx'
import { Banner } from './banner.tsx'
import { PageFrame } from './page-frame.tsx'
import { Unreachable } from './unreachable.tsx'

/** What is on every page, whatever its frame. `terms`: asks for their acceptance. */
export function Shell({ terms }: { terms: ReactNode }) {
  const config = use(ServiceConfigContext)
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Banner />
      {config ? (
        <Outlet />
      ) : (
        <PageFrame bell={null}>
          <Unreachable />
        </PageFrame>
      )}
      {terms}
      <LiveRegion />
    </>
  )
}
