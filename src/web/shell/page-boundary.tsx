import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'

/** Keeps what breaks on a page from what is around it. Another page starts afresh. */
export function PageBoundary({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
}
