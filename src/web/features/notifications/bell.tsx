import './notifications.css'
import '../../ui/popover/popover.css'
import '../../ui/dialogs/dialog-frame.css'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatNumber } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { SignedInQueries } from '../../service/signed-in-queries.tsx'
import { useModal } from '../../ui/dialogs/use-modal.ts'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { LiveRegion } from '../../ui/messages/announce.tsx'
import { usePopover } from '../../ui/popover/use-popover.ts'
import { NotificationsList } from './notifications-list.tsx'
import { unreadQuery } from './use-notifications.ts'

/** A larger number would be wider than its badge. */
const maxShown = 99

/** Shows how many notifications are unread, and opens the list of them. */
export default function Bell() {
  return (
    <SignedInQueries>
      <BellButton />
    </SignedInQueries>
  )
}

function BellButton() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'popover' | 'sheet'>()
  const close = useCallback(() => setOpen(undefined), [])
  function toggle() {
    const narrow = matchMedia('(max-width: 720px)').matches
    setOpen(open ? undefined : narrow ? 'sheet' : 'popover')
  }
  return (
    <>
      <Button
        variant="icon"
        className="bell"
        ref={button}
        aria-label={unread > 0 ? t('notifications.unread', { count: unread }) : t('notifications.title')}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onClick={toggle}
      >
        <PanelIcon name="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > maxShown ? `${formatNumber(maxShown)}+` : formatNumber(unread)}
          </span>
        )}
      </Button>
      {open === 'popover' && <NotificationsPopover bell={button} onClose={close} />}
      {open === 'sheet' && <NotificationsSheet onClose={close} />}
    </>
  )
}

type Props = { bell: RefObject<HTMLButtonElement | null>; onClose: () => void }

/** The notifications below the bell; the page stays usable. */
function NotificationsPopover({ bell, onClose }: Props) {
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
      className="popover notifications-popover"
      aria-labelledby={id}
      tabIndex={-1}
    >
      <NotificationsList titleId={id} onClose={close} />
    </section>
  )
}

/** The notifications on a phone: a sheet from below, which a tap beside it closes. */
function NotificationsSheet({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose, { beside: true })
  const id = useId()
  return (
    <dialog {...modal} className="dialog" aria-labelledby={id}>
      <NotificationsList titleId={id} onClose={onClose} />
      <LiveRegion />
    </dialog>
  )
}
