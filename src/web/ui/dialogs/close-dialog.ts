import type { Dispatch, SetStateAction } from 'react'
import { flushSync } from 'react-dom'
import { showToast } from '../messages/toast.ts'

/**
 * Closes a dialog after something has gone, and announces it. The button that opened the dialog may have gone, too: the
 * focus goes to the element with the id that is given, except from where someone has gone on meanwhile.
 */
export function closeAndNotify(onClose: () => void, focusId: string, news: string): void {
  const { activeElement: before, body } = document
  const isHere = !before || before === body || before.closest('dialog') !== null
  flushSync(onClose)
  if (isHere || document.activeElement === body) document.getElementById(focusId)?.focus()
  showToast('success', news)
}

/**
 * Closes only the dialog that is open now: when a late answer comes, it may have been closed and the next one opened.
 * @param open subject of the dialog, from the same `useState` as `setOpen`
 */
export function closeOwn<Open>(
  open: NoInfer<Open> | undefined,
  setOpen: Dispatch<SetStateAction<Open | undefined>>,
): () => void {
  return () => setOpen((now) => (now === open ? undefined : now))
}
