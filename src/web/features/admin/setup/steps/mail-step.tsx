import { useQuery } from '@tanstack/react-query'
import type { Setup } from '#contract/operations/setup.ts'
import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { MailForm } from '../../settings/services/mail-form.tsx'
import { settingsQuery } from '../../shared/queries.ts'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

/** The mail server, tried with a mail to the administrator. */
export function MailStep({ setup: { mail } }: { setup: Setup }) {
  const settings = useQuery(settingsQuery).data
  return (
    <SetupFrame step="mail" title={t('setup.mailTitle')} text={t('setup.mailText')}>
      {mail.server === null && (
        <p className="note note-warn">
          <Icon name="warning" />
          {t('setup.mailNone')}
        </p>
      )}
      {settings ? (
        <MailForm
          settings={settings}
          onSaved={() => goToStep('checks')}
          buttons={(busy) => <SaveButtons back="service" busy={busy} />}
        />
      ) : (
        <div className="setup-wait" />
      )}
    </SetupFrame>
  )
}
