import type { ReactNode } from 'react'
import { lazyExtra } from '../lazy-extra.ts'
import { MainArea } from '../ui/main-area.tsx'
import { PageSlot } from '../ui/page-slot.tsx'
import { usePlace } from '../ui/router/place.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { TabBar } from './tab-bar.tsx'
import { Waiting } from './waiting.tsx'

const Toasts = lazyExtra(() => import('../ui/toasts.tsx'))

/** The frame around every page but those of the portal. `bell`: the notifications of whoever is signed in. */
export function PageFrame({ bell, children }: { bell: ReactNode; children?: ReactNode }) {
  const { pathname } = usePlace()
  return (
    <>
      <Header bell={bell} />
      {/* The footer waits with the page, or it would jump when the page has come. */}
      <PageSlot meanwhile={<Waiting />}>
        <MainArea>
          <PageBoundary>{children}</PageBoundary>
        </MainArea>
        <Footer />
      </PageSlot>
      <TabBar />
      <Toasts key={pathname} />
    </>
  )
}
