import { type ComponentType, lazy } from 'react'

/** A part that every page can do without: where it cannot be fetched, nothing stands in its place. */
export function lazyExtra<Props>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(
    (): Promise<{ default: ComponentType<Props> }> => fetchPart().catch(() => ({ default: Nothing })),
  )
}

function Nothing() {
  return null
}
