import { useEffect } from 'react'
import { navigate } from './history.ts'
import { hrefOf, type To } from './location.ts'

/** Redirects to another address. */
export function Navigate({ to }: { to: To }) {
  const href = hrefOf(to)
  useEffect(() => navigate(href, { replace: true }), [href])
  return null
}
