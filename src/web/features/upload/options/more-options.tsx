import { type ReactNode, useState } from 'react'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import type { TransferOptions } from '#web/transfers/engine/form/transfer-options.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

type Props = {
  options: TransferOptions
  passwordRequired: boolean
  children: ReactNode
}

/** The options that most people leave alone; open where something of them is set, or has to be. */
export function MoreOptions({ options, passwordRequired, children }: Props) {
  const { password, deleteAfterDownload, encryptionMethod } = options
  const { name, level } = encryptionLabel(encryptionMethod)
  const [open, setOpen] = useState(
    passwordRequired || password !== '' || deleteAfterDownload || level !== undefined,
  )
  const chosen = [
    t(password === '' ? 'options.noPassword' : 'options.withPassword'),
    ...(deleteAfterDownload ? [t('options.oneDownload')] : []),
    ...(level === undefined ? [] : [name]),
  ]
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('options.more')}
        <span className="val">{chosen.join(', ')}</span>
        <Icon name="chevron" />
      </summary>
      <div className="more-options">{children}</div>
    </details>
  )
}
