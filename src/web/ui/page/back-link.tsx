import type { ReactNode } from 'react'
import type { To } from '../../router/location.ts'
import { Icon } from '../icons/icon.tsx'
import { Link } from './link.tsx'

/** The way back to the page above, at the top of a page. */
export function BackLink({ to, children }: { to: To; children: ReactNode }) {
  return (
    <Link className="btn btn-quiet back" to={to}>
      <Icon name="back" />
      {children}
    </Link>
  )
}
