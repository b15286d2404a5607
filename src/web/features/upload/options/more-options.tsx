import { type ReactNode, useId } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import type { Sender } from '#web/accounts/session.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

type FoldProps = { name: string; content: string; children: ReactNode }

/** Options that most people leave alone, closed at first. `content`: what is in it. */
export function FoldedOptions({ name, content, children }: FoldProps) {
  return (
    <details className="more">
      <summary>
        {name}
        <span className="val">{content}</span>
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
    <fieldset className="methods">
      <legend className="vh">{t('options.encryption')}</legend>
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
    </fieldset>
  )
}
