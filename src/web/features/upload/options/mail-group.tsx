import { type ComponentProps, useState } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { t } from '../../../i18n/t.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'

const MailOptions = lazyPart(() => import('./mail-options.tsx'))

/** Unfolds what there is to say about mails, and says in one line how many will go out. */
export function MailGroup(mail: ComponentProps<typeof MailOptions>) {
  const { recipients } = mail.options
  const [open, setOpen] = useState(recipients.length > 0)
  return (
    <div className="group tight">
      <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('mail.sendByEmail')}{' '}
          <span className="val">{t('mail.recipients', { count: recipients.length })}</span>
          <Icon name="chevron" />
        </summary>
        {open && <MailOptions {...mail} />}
      </details>
    </div>
  )
}
