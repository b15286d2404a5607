import { useId } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { Sender } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'

type Props = {
  methods: ServiceConfig['encryptionMethods']
  sender: Sender
  value: string
  onChange: (value: string) => void
}

/** Choice of the encryption method. Unavailable methods are shown with the reason. */
export function EncryptionMethods({ methods, sender, value: chosen, onChange }: Props) {
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
