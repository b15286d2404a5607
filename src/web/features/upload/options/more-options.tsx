import { type ReactNode, useId, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import type { Sender } from '#web/accounts/session.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
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

type MethodsProps = {
  methods: ServiceConfig['encryptionMethods']
  sender: Sender
  value: string
  onChange: (value: string) => void
}

/** Choice of the encryption method. Unavailable methods are shown with the reason. */
export function EncryptionMethods({ methods, sender, value: chosen, onChange }: MethodsProps) {
  const reason = useId()
  return (
    <details className="more">
      <summary>
        {t('options.encryption')} <span className="val">{encryptionLabel(chosen).name}</span>
        <Icon name="chevron" />
      </summary>
      <div className="methods">
        {methods.map(({ value, comingSoon, signInRequired }) => {
          const locked = signInRequired && !sender.signedIn
          const { name, level } = encryptionLabel(value)
          return (
            <label className="row-check" key={value}>
              <input
                type="radio"
                name="encryptionMethod"
                value={value}
                checked={value === chosen}
                disabled={comingSoon || locked}
                aria-describedby={signInRequired ? reason : undefined}
                onChange={() => onChange(value)}
              />
              <span>
                {name}{' '}
                {(level !== undefined || comingSoon) && (
                  <span className="muted small">
                    {comingSoon ? t('options.comingSoon') : t('options.level', { level: level ?? 0 })}
                  </span>
                )}
              </span>
            </label>
          )
        })}
        <p className="hint" id={reason}>
          {t(sender.signedIn ? 'options.keyFirst' : 'options.signInFirst')}
        </p>
      </div>
    </details>
  )
}
