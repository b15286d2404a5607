import { lazy, Suspense, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import type { TransferOptions } from './transfer-options.ts'

const MailOptions = lazy(() => import('./mail-options.tsx'))

type Props = {
  limits: ServiceConfig['limits']
  options: TransferOptions
  tellsPassword: boolean
  onChange: (part: Partial<TransferOptions>) => void
}

/** Unfolds what there is to say about mails, and tells in one line how many will go out. */
export function MailGroup(props: Props) {
  const { recipients } = props.options
  const [open, setOpen] = useState(recipients.length > 0)
  return (
    <div className="group tight">
      <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('mail.sendByEmail')}{' '}
          <span className="val">{t('mail.recipients', { count: recipients.length })}</span>
          <Icon name="chevron" />
        </summary>
        {open && (
          <Suspense>
            <MailOptions {...props} />
          </Suspense>
        )}
      </details>
    </div>
  )
}
