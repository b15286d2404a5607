import type { Setting } from '#contract/operations/settings.ts'
import type { Setup } from '#contract/operations/setup.ts'
import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { MailForm } from '../../settings/services/mail-form.tsx'
import { ServiceForm } from '../../settings/services/service-form.tsx'
import { ProviderNote, serviceSettings } from '../../settings/services/service-sections.tsx'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

type Props = { setup: Setup; settings: readonly Setting[] }

const asked = ['PUBLIC_URL', 'OPERATOR_NAME', 'OPERATOR_ADDRESS', 'SUPPORT_MAIL', 'HOSTING_REGION']

/** Address, operator and place of the service. */
export function ServiceStep({ setup, settings }: Props) {
  const isSecure = location.protocol === 'https:'
  return (
    <SetupFrame step="service" title={t('setup.serviceTitle')} text={t('setup.serviceText')}>
      <ServiceForm
        names={asked}
        settings={settings}
        suggestions={isSecure ? { PUBLIC_URL: location.origin } : {}}
        onSaved={() => goToStep('mail')}
        buttons={(busy) => <SaveButtons back="audience" busy={busy} />}
      >
        <AddressNote publicUrl={setup.publicUrl} />
      </ServiceForm>
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

/** The mail server, tried with a mail to the administrator. */
export function MailStep({ setup: { mail }, settings }: Props) {
  return (
    <SetupFrame step="mail" title={t('setup.mailTitle')} text={t('setup.mailText')}>
      {mail.server === null && (
        <p className="note note-warn">
          <Icon name="warning" />
          {t('setup.mailNone')}
        </p>
      )}
      <MailForm
        settings={settings}
        onSaved={() => goToStep('checks')}
        buttons={(busy) => <SaveButtons back="service" busy={busy} />}
      />
    </SetupFrame>
  )
}

/** The provider that people can sign in with, if there is one. */
export function ProviderStep({ settings }: Pick<Props, 'settings'>) {
  return (
    <SetupFrame step="provider" title={t('setup.providerTitle')} text={t('setup.providerText')}>
      <ServiceForm
        names={serviceSettings.provider}
        settings={settings}
        onSaved={() => goToStep('backup')}
        buttons={(busy) => <SaveButtons back="checks" busy={busy} />}
      >
        <ProviderNote />
      </ServiceForm>
    </SetupFrame>
  )
}

/** Asks for the folder of backups, and when they are made. */
export function BackupStep({ settings }: Pick<Props, 'settings'>) {
  return (
    <SetupFrame step="backup" title={t('setup.backupTitle')} text={t('setup.backupText')}>
      <ServiceForm
        names={serviceSettings.backups}
        settings={settings}
        onSaved={() => goToStep('keys')}
        buttons={(busy) => <SaveButtons back="provider" busy={busy} />}
      />
    </SetupFrame>
  )
}
