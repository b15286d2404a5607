import { announce } from './announce.tsx'

export type Toast = {
  readonly id: number
  readonly kind: 'success' | 'plain' | 'error'
  /** A text of more than two lines stays until it is closed or its page is left. */
  readonly text: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Reports an outcome at the edge of the page, and to screen readers. */
export function showToast(kind: Toast['kind'], text: string): void {
  lastId += 1
  setToasts([...toasts, { id: lastId, kind, text }])
  announce(text)
}

export function closeToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/** For useSyncExternalStore. */
export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
