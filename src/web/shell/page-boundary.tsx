import type { ReactNode } from 'react'
import { usePlace } from '../ui/router/place.ts'
import { Outlet } from '../ui/router/routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Keeps what breaks on a page from what is around it. Another page starts afresh. */
export function PageBoundary({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = usePlace()
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
}
