import type { ReactNode } from 'react'
import { useLocation } from '../../router/location.ts'
import { Outlet } from '../../router/routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Contains errors of a page; navigation resets it. */
export function PageBoundary({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
}
