import {
  Children,
  createContext,
  isValidElement,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useTransition,
} from 'react'
import { currentLocation, listen, navigate } from './history.ts'
import { hrefOf, type Location, LocationContext, type To } from './location.ts'
import { matchPath, type Params } from './match-path.ts'

/**
 * Keeps the page in step with the address bar. The old page stays until the next one can be shown, with a line at the
 * top when that takes its time.
 */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation)
  const [waiting, startTransition] = useTransition()
  useLayoutEffect(() => listen((next) => startTransition(() => setLocation(next))), [])
  return (
    <LocationContext value={location}>
      {children}
      {waiting && <div className="page-coming" aria-hidden="true" />}
    </LocationContext>
  )
}

type RouteProps = {
  /** Leads here; without it this is a frame around the routes below. */
  path?: string
  /** A frame shows the route below it where it has an `Outlet`. */
  element: ReactNode
  children?: ReactNode
}

type Match = { readonly branch: readonly RouteProps[]; readonly params: Params }

const OutletContext = createContext<ReactNode>(null)
const ParamsContext = createContext<Params>({})

/** A line of the table that `Routes` reads; renders nothing itself. */
export function Route(_props: RouteProps): ReactNode {
  return null
}

/**
 * Shows the first of its `Route`s that matches a location, within the frames around it. Everything below sees that location as
 * its own.
 */
export function Routes({ location, children }: { location: Location; children: ReactNode }) {
  const match = findMatch(children, location.pathname, [])
  if (!match) return null
  return (
    <LocationContext value={location}>
      <ParamsContext value={match.params}>{nested(match.branch)}</ParamsContext>
    </LocationContext>
  )
}

/** Frames around frames around a page. */
function nested([outer, ...within]: readonly RouteProps[]): ReactNode {
  return outer && <OutletContext value={nested(within)}>{outer.element}</OutletContext>
}

/** Place in a frame for the page or frame within it. */
export function Outlet() {
  return use(OutletContext)
}

/** Values of the route's parameters in the path of the page. */
export function useParams(): Params {
  return use(ParamsContext)
}

function findMatch(routes: ReactNode, pathname: string, above: readonly RouteProps[]): Match | undefined {
  for (const route of Children.toArray(routes)) {
    if (!isRoute(route)) throw new Error('there is something else than a route among the routes')
    const { path, children } = route.props
    const branch = [...above, route.props]
    const params = path === undefined ? undefined : matchPath(path, pathname)
    const match = params ? { branch, params } : findMatch(children, pathname, branch)
    if (match) return match
  }
  return undefined
}

function isRoute(node: ReactNode): node is ReactElement<RouteProps> {
  return isValidElement(node) && node.type === Route
}

/** Redirects to another address. */
export function Navigate({ to }: { to: To }) {
  const href = hrefOf(to)
  useEffect(() => navigate(href, { replace: true }), [href])
  return null
}
