import type { ReactNode } from 'react'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'
import { MainArea } from '../../ui/page/main-area.tsx'
import { PageSlot } from '../../ui/page/page-slot.tsx'
import { PageBoundary } from '../stand-ins/page-boundary.tsx'
import { Waiting } from '../stand-ins/waiting.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'

const Toasts = lazyExtra(() => import('../../ui/messages/toasts.tsx'))

/** The frame around every page but those of the portal. `bell`: the notifications of the account. */
export function PageFrame({ bell, children }: { bell: ReactNode; children?: ReactNode }) {
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
      <Toasts />
    </>
  )
}
