import '#web/transfers/ui/elsewhere-bar.css'
import { useEffect, useState } from 'react'
import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { askReminder, type Reminder } from '#web/transfers/engine/resumable/ask-reminder.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'

/** Reminds of an upload that stopped, in this tab or another, and can go on once its files are chosen again. */
export function StoppedReminder() {
  const session = useSession()
  const [reminder, setReminder] = useState<Reminder>()
  const person = session.status === 'user' ? session.user.id : null
  const known = session.status !== 'loading'
  useEffect(() => {
    if (!known) return undefined
    let current = true
    // Failures are ignored: without an answer there is nothing to remind of.
    askReminder(person)
      .then((found) => {
        if (!current) return
        setReminder(found)
        if (found) announce(reminderText(found))
      })
      .catch(() => {})
    return () => {
      current = false
    }
  }, [known, person])
  if (!reminder) return null
  function dismiss() {
    reminder?.dismiss()
    setReminder(undefined)
  }
  return (
    <aside className="box elsewhere" aria-label={t('stopped.aside')}>
      <p className="small strong break">{reminderText(reminder)}</p>
      <IconButton label={t('upload.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </IconButton>
    </aside>
  )
}

function reminderText({ name, more, percent }: Reminder): string {
  if (more === 0) return t('stopped.remind', { name, percent })
  return t('stopped.remindSeveral', { names: t('upload.namesAndMore', { names: name, more }), percent })
}
