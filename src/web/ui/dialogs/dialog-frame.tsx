import './dialog-frame.css'
import { type ReactNode, useId } from 'react'
import { LiveRegion } from '../messages/announce.tsx'
import { useModal } from './use-modal.ts'

type Props = {
  title: string
  /** Id of the dialog's description. */
  describedBy?: string | undefined
  /** For a form of two columns, or a grid of facts. */
  wide?: boolean
  /** Asked by Escape. */
  onClose: () => void
  /** A `body`, and a foot `df` with the buttons; a form may hold both. */
  children: ReactNode
}

/** A modal dialog with a title; on a phone a sheet at the bottom. */
export function DialogFrame({ title, describedBy, wide = false, onClose, children }: Props) {
  const modal = useModal(onClose)
  const id = useId()
  return (
    <dialog
      {...modal}
      className={`dialog ${wide ? 'dialog-wide' : ''}`}
      aria-labelledby={id}
      aria-describedby={describedBy}
    >
      <div className="dh">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
      <LiveRegion />
    </dialog>
  )
}
