import { useEffect } from 'react'
import { navigate } from './history.ts'
import { hrefOf, type To } from './location.ts'

/** Leads elsewhere in place of where somebody is. */
export function Navigate({ to }: { to: To }) {
  const href = hrefOf(to)
  useEffect(() => navigate(href, { replace: true }), [href])
  return null
}
