import { type ComponentProps, useLayoutEffect, useRef } from 'react'

type ModalProps = Pick<ComponentProps<'dialog'>, 'ref' | 'closedby' | 'onCancel' | 'onClick' | 'onKeyDown'>

/**
 * What makes a `<dialog>` modal as long as it is there: the rest of the page rests, Escape asks `onClose`, and the focus
 * goes back to where it was. Without `onClose` nobody can close it. `beside`: a click outside it asks, too.
 */
export function useModal(onClose?: () => void, { beside = false } = {}): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return {
    ref,
    onCancel(event) {
      // Whoever shows it takes it away, which also closes it.
      event.preventDefault()
      onClose?.()
    },
    onClick(event) {
      // What lies outside a dialog belongs to it; what lies inside belongs to its content.
      if (beside && event.target === ref.current) onClose?.()
    },
    ...(!onClose && {
      closedby: 'none',
      // Of two Escapes in a row only the first would ask.
      onKeyDown(event) {
        if (event.key === 'Escape') event.preventDefault()
      },
    }),
  }
}
