import type { PublicRequest } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

/** Says who can open the files sent, and how to compare the key that they are encrypted for. */
export function LockNote({ request: { requester: name, lock, key } }: { request: PublicRequest }) {
  if (lock === 'none')
    return (
      <p className="note">
        <Icon name="shield" />
        <span>{t('visit.notLocked', { name })}</span>
      </p>
    )
  return (
    <div className="note">
      <Icon name="lock" />
      <div>
        <p>
          <b>{t('visit.locked', { name })}</b> {t('visit.lockedText')}
        </p>
        {key && (
          <details className="key-check">
            <summary>{t('visit.checkKey', { name })}</summary>
            <p>{t('visit.keyText', { name })}</p>
            <p className="strong" translate="no" lang="en">
              {key.words.join(' ')}
            </p>
          </details>
        )}
      </div>
    </div>
  )
}
