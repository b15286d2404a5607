import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatNumber } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { SignedInQueries } from '../../service/signed-in-queries.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { NotificationsPopover } from './notifications-popover.tsx'
import { NotificationsSheet } from './notifications-sheet.tsx'
import { unreadQuery } from './queries.ts'

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
