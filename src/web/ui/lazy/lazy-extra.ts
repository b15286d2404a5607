import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'

/** A part that every page can do without: where it cannot be fetched, nothing stands in its place. */
export function lazyExtra<Props extends object>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
) {
  return lazyPart<Props>(() => fetchPart().catch(() => ({ default: Nothing })), meanwhile)
}

function Nothing() {
  return null
}
