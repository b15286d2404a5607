import '../../ui/popover/popover.css'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { usePopover } from '../../ui/popover/use-popover.ts'
import { NotificationsList } from './notifications-list.tsx'

type Props = { bell: RefObject<HTMLButtonElement | null>; onClose: () => void }

/** The notifications below the bell; the page stays usable. */
export function NotificationsPopover({ bell, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  usePopover(panel, bell, onClose)
  useEffect(() => panel.current?.focus(), [])
  function close() {
    bell.current?.focus()
    onClose()
  }
  return (
    <section
      ref={panel}
      popover="manual"
      role="dialog"
      className="popover happenings-popover"
      aria-labelledby={id}
      tabIndex={-1}
    >
      <NotificationsList titleId={id} onClose={close} />
    </section>
  )
}
