import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '../../i18n/encryption-label.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'

/** How the file will be locked. What cannot be chosen yet is shown, with the reason. */
export function EncryptionMethods({ methods }: { methods: ServiceConfig['encryptionMethods'] }) {
  return (
    <details className="more">
      <summary>
        {t('options.encryption')} <span className="val">{encryptionLabel('aes-256-gcm').name}</span>
        <Icon name="chevron" />
      </summary>
      <div className="methods">
        {methods.map(({ value, comingSoon, signInRequired }) => (
          <label className="row-check" key={value}>
            <input
              type="radio"
              name="encryptionMethod"
              value={value}
              defaultChecked={value === 'aes-256-gcm'}
              disabled={comingSoon || signInRequired}
            />
            <span>
              {encryptionLabel(value).name}{' '}
              {(comingSoon || signInRequired) && (
                <span className="muted small">{t(comingSoon ? 'options.comingSoon' : 'options.signIn')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </details>
  )
}
