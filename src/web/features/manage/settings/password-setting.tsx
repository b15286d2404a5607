import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import type { PartProps } from '../access/use-managed.ts'
import { PasswordDialog, passwordSettingId } from './password-dialog.tsx'

/** Whether a password opens the transfer, and the ways to change that. */
export function PasswordSetting({ managed, transfer }: PartProps) {
  const [asked, setAsked] = useState<'set' | 'change' | 'remove'>()
  const { required } = useServiceConfig().filePassword
  const own = transfer.encryptionMethod.startsWith('ml-kem')
  return (
    <section className="field" id={passwordSettingId} tabIndex={-1} aria-label={t('file.password')}>
      <span className="knob-name" aria-hidden="true">
        {t('file.password')}
      </span>
      <div className="knob-state">
        <span>
          {t(own ? 'manage.ownKey' : transfer.passwordProtected ? 'manage.passwordSet' : 'manage.none')}
        </span>
        {!own &&
          (transfer.passwordProtected ? (
            <>
              <button type="button" className="btn btn-quiet" onClick={() => setAsked('change')}>
                {t('manage.change')}
              </button>
              {!required && (
                <button type="button" className="btn btn-quiet" onClick={() => setAsked('remove')}>
                  {t('manage.remove')}
                </button>
              )}
            </>
          ) : (
            <button type="button" className="btn btn-line" onClick={() => setAsked('set')}>
              {t('manage.setPassword')}
            </button>
          ))}
      </div>
      {transfer.passwordProtected && !own && <p className="hint">{t('manage.needsCurrent')}</p>}
      {asked && <PasswordDialog managed={managed} act={asked} onClose={closeOwn(asked, setAsked)} />}
    </section>
  )
}
