import { useEffect } from 'react'
import { go } from './history.ts'
import { hrefOf, type To } from './place.ts'

/** Leads elsewhere in place of where somebody is. */
export function Navigate({ to }: { to: To }) {
  const href = hrefOf(to)
  useEffect(() => go(href, { replace: true }), [href])
  return null
}
