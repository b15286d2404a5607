import { useSyncExternalStore } from 'react'

let modals: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** The dialog above all others: everything outside it is inert. */
export function topModal(): HTMLDialogElement | undefined {
  return modals.at(-1)
}

export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, topModal)
}

/** Takes note of a dialog that has been opened, until the returned function is called. */
export function addModal(dialog: HTMLDialogElement): () => void {
  setModals([...modals, dialog])
  return () => setModals(modals.filter((other) => other !== dialog))
}

function setModals(next: readonly HTMLDialogElement[]): void {
  modals = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
