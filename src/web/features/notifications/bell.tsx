import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SignedInQueries } from '../../app/service/signed-in-queries.tsx'
import { formatNumber } from '../../i18n/format/format-number.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/icons/icon-button.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { NotificationsDialog } from './notifications-dialog.tsx'
import { unreadQuery } from './queries.ts'

/** A larger number would be wider than its badge. */
const most = 99

/** Shows whether something has happened to one's own files, and opens the list of it. */
export default function Bell() {
  return (
    <SignedInQueries>
      <BellButton />
    </SignedInQueries>
  )
}

function BellButton() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        className="bell"
        label={unread > 0 ? t('notifications.unread', { count: unread }) : t('notifications.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <PanelIcon name="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > most ? `${formatNumber(most)}+` : formatNumber(unread)}
          </span>
        )}
      </IconButton>
      {open && <NotificationsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
