import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { MainArea } from '../ui/main-area.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'
import { Waiting } from './waiting.tsx'

/** The frame around every page but those of the portal. `bell`: the notifications of whoever is signed in. */
export function PageFrame({ bell, children = <Outlet /> }: { bell: ReactNode; children?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <>
      <Header bell={bell} />
      {/* The footer waits with the page, or it would jump when the page has come. */}
      <Suspense fallback={<Waiting />}>
        <MainArea>
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </MainArea>
        <Footer />
      </Suspense>
      <TabBar />
    </>
  )
}
