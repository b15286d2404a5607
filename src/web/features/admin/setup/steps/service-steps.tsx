import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../i18n/t.ts'
import { ServiceForm } from '../../settings/services/service-form.tsx'
import { ProviderNote, serviceSettings } from '../../settings/services/service-sections.tsx'
import { settingsQuery } from '../../shared/queries.ts'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

/** The provider that people can sign in with, if there is one. */
export function ProviderStep() {
  const settings = useQuery(settingsQuery).data
  return (
    <SetupFrame step="provider" title={t('setup.providerTitle')} text={t('setup.providerText')}>
      {settings ? (
        <ServiceForm
          names={serviceSettings.provider}
          settings={settings}
          onSaved={() => goToStep('backup')}
          buttons={(busy) => <SaveButtons back="checks" busy={busy} />}
        >
          <ProviderNote />
        </ServiceForm>
      ) : (
        <div className="setup-wait" />
      )}
    </SetupFrame>
  )
}

/** Asks for the folder of backups, and when they are made. */
export function BackupStep() {
  const settings = useQuery(settingsQuery).data
  return (
    <SetupFrame step="backup" title={t('setup.backupTitle')} text={t('setup.backupText')}>
      {settings ? (
        <ServiceForm
          names={serviceSettings.backups}
          settings={settings}
          onSaved={() => goToStep('keys')}
          buttons={(busy) => <SaveButtons back="provider" busy={busy} />}
        />
      ) : (
        <div className="setup-wait" />
      )}
    </SetupFrame>
  )
}
