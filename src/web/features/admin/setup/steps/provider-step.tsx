import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../i18n/t.ts'
import { ProviderNote } from '../../settings/services/provider-note.tsx'
import { ServiceForm } from '../../settings/services/service-form.tsx'
import { serviceSettings } from '../../settings/services/service-sections.tsx'
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
