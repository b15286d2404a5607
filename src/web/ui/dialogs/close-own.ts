import type { Dispatch, SetStateAction } from 'react'

/**
 * What closes the dialog that is open now, and no other: one whose answer comes late may have been closed meanwhile, and the
 * next one opened.
 * @param open what the dialog is about, from the same `useState` as `setOpen`
 */
export function closeOwn<Open>(
  open: NoInfer<Open> | undefined,
  setOpen: Dispatch<SetStateAction<Open | undefined>>,
): () => void {
  return () => setOpen((now) => (now === open ? undefined : now))
}
