import { useQuery } from '@tanstack/react-query'
import type { Setup } from '#contract/operations/setup.ts'
import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { ServiceForm } from '../../settings/services/service-form.tsx'
import { settingsQuery } from '../../shared/queries.ts'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

const asked = ['PUBLIC_URL', 'OPERATOR_NAME', 'OPERATOR_ADDRESS', 'SUPPORT_MAIL', 'HOSTING_REGION']

/** Address, operator and place of the service. */
export function ServiceStep({ setup }: { setup: Setup }) {
  const settings = useQuery(settingsQuery).data
  const isSecure = location.protocol === 'https:'
  return (
    <SetupFrame step="service" title={t('setup.serviceTitle')} text={t('setup.serviceText')}>
      {settings ? (
        <ServiceForm
          names={asked}
          settings={settings}
          suggestions={isSecure ? { PUBLIC_URL: location.origin } : {}}
          onSaved={() => goToStep('mail')}
          buttons={(busy) => <SaveButtons back="audience" busy={busy} />}
        >
          <AddressNote publicUrl={setup.publicUrl} />
        </ServiceForm>
      ) : (
        <div className="setup-wait" />
      )}
    </SetupFrame>
  )
}

/** Warns where links do not lead to the address that this page was opened at. */
function AddressNote({ publicUrl }: { publicUrl: string }) {
  const here = location.origin
  if (here === publicUrl) return null
  return (
    <p className="note note-warn">
      <Icon name="warning" />
      {t('setup.addressOther', { here, there: publicUrl })}
    </p>
  )
}
