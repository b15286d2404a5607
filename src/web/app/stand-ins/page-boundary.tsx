import type { ReactNode } from 'react'
import { useLocation } from '../../router/location.ts'
import { Outlet } from '../../router/routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Keeps what breaks on a page from what is around it. Another page starts afresh. */
export function PageBoundary({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
}
