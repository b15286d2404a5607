import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/**
 * Keeps the page in step with the address bar: the router's own BrowserRouter, without the rest of its file, which no
 * bundler can drop. ui/link.tsx is its other half.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  const [waiting, startTransition] = useTransition()
  useLayoutEffect(() => history.listen((update) => startTransition(() => setState(update))), [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
      {waiting && <div className="page-coming" aria-hidden="true" />}
    </Router>
  )
}
