import { browserStore } from '#web/ui/browser/browser-store.ts'

/** Data that this browser stores about a file request that it has sent to. */
type VisitorMemory = {
  /** Lists what this browser has sent; undefined before its first ticket. */
  readonly token: string | undefined
  /** Names of the checklist that were ticked. */
  readonly checked: readonly string[]
}

type Kept = { readonly token?: string; readonly checked: string[] }

const storageKey = 'restante.visits'
/** Requests that are remembered, the latest first. */
const maxRequests = 50

export function recallVisit(id: string): VisitorMemory {
  const [, kept] = read().find(([known]) => known === id) ?? []
  return { token: kept?.token, checked: kept?.checked ?? [] }
}

/** Replaces the stored data of the same request. Without storage nothing is kept. */
export function keepVisit(id: string, { token, checked }: VisitorMemory): void {
  const kept: Kept = { ...(token !== undefined && { token }), checked: [...checked] }
  const others = read().filter(([known]) => known !== id)
  try {
    browserStore('localStorage')?.setItem(
      storageKey,
      JSON.stringify([[id, kept], ...others].slice(0, maxRequests)),
    )
  } catch {}
}

function read(): [id: string, kept: Kept][] {
  try {
    const kept: unknown = JSON.parse(browserStore('localStorage')?.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Stored data may have any shape: it outlives a release. */
function isEntry(value: unknown): value is [id: string, kept: Kept] {
  if (!Array.isArray(value)) return false
  const [id, kept]: unknown[] = value
  if (typeof id !== 'string' || typeof kept !== 'object' || kept === null) return false
  const { token, checked }: { token?: unknown; checked?: unknown } = kept
  return (
    (token === undefined || typeof token === 'string') &&
    Array.isArray(checked) &&
    checked.every((name) => typeof name === 'string')
  )
}
