import type { ReactNode } from 'react'
import { paths } from '#web/router/paths.ts'
import { Outlet } from '#web/router/routes.tsx'
import { BrandName } from '#web/ui/page/brand-name.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { MainArea, PageSlot } from '#web/ui/page/main-area.tsx'

/** The frame around the page of a file request: for people who have never heard of the service, there is nothing to navigate. */
export default function VisitFrame({ footer, waiting }: { footer: ReactNode; waiting: ReactNode }) {
  return (
    <>
      <header className="top">
        <Link className="brand" to={paths.home}>
          <BrandName />
        </Link>
      </header>
      <PageSlot meanwhile={waiting}>
        <MainArea>
          <Outlet />
        </MainArea>
        {footer}
      </PageSlot>
    </>
  )
}
