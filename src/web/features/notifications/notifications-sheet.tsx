import '../../ui/dialogs/dialog-frame.css'
import { useId } from 'react'
import { useModal } from '../../ui/dialogs/use-modal.ts'
import { LiveRegion } from '../../ui/messages/announce.tsx'
import { NotificationsList } from './notifications-list.tsx'

/** The notifications on a phone: a sheet from below, which a tap beside it closes. */
export function NotificationsSheet({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose, { beside: true })
  const id = useId()
  return (
    <dialog {...modal} className="dialog" aria-labelledby={id}>
      <NotificationsList titleId={id} onClose={onClose} />
      <LiveRegion />
    </dialog>
  )
}
