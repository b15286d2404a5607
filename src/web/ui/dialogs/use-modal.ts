import { type ComponentProps, type Dispatch, type SetStateAction, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { addModal } from '../browser/open-modals.ts'
import { showToast } from '../messages/toast.ts'

type ModalProps = Pick<
  ComponentProps<'dialog'>,
  'ref' | 'closedby' | 'onCancel' | 'onClick' | 'onClose' | 'onKeyDown'
>

/**
 * Makes a `<dialog>` modal as long as it is mounted: the rest of the page is inert, Escape calls `onClose`, and the focus
 * returns to where it was. Without `onClose` it cannot be closed. `beside`: a click outside it calls `onClose`, too.
 */
export function useModal(onClose?: () => void, { beside = false } = {}): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    dialog.showModal()
    const removeModal = addModal(dialog)
    return () => {
      removeModal()
      dialog.close()
    }
  }, [])
  return {
    ref,
    onCancel(event) {
      // The choice of a file may be cancelled in a dialog, too.
      if (event.target !== ref.current) return
      // Unmounting it closes it.
      event.preventDefault()
      onClose?.()
    },
    onClose(event) {
      // A browser lets only some Escapes in a row be refused and then closes by itself: a dialog that stays mounted,
      // because it is busy, has to be seen again.
      const dialog = ref.current
      if (event.target !== dialog || dialog?.open) return
      if (onClose) flushSync(onClose)
      if (dialog?.isConnected && !dialog.open) dialog.showModal()
    },
    onClick(event) {
      // A click on the backdrop targets the dialog itself, any other click its content.
      if (beside && event.target === ref.current) onClose?.()
    },
    ...(!onClose && {
      closedby: 'none',
      // The `cancel` event fires for only the first of two Escapes in a row.
      onKeyDown(event) {
        if (event.key === 'Escape') event.preventDefault()
      },
    }),
  }
}

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
