import type { ReactNode } from 'react'
import type { SettingGroup } from '#contract/operations/setting-groups.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { groupText, headingId } from '../setting-text.ts'
import { MailForm } from './mail-form.tsx'
import { ServiceForm } from './service-form.tsx'

/** Settings of each service, in the order of their form. */
export const serviceSettings = {
  mail: ['SMTP_URL', 'SMTP_PASSWORD', 'MAIL_FROM'],
  scanner: ['CLAMD_URL'],
  address: ['PUBLIC_URL'],
  backups: ['BACKUP_DIR', 'BACKUP_TIME'],
  provider: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const satisfies Partial<Record<SettingGroup, readonly string[]>>
type ServiceGroup = keyof typeof serviceSettings

export function isServiceGroup(group: SettingGroup): group is ServiceGroup {
  return group in serviceSettings
}

/** The services that this one uses, each with a form of its own: it is tried before it is saved. */
export function ServiceSections({ settings }: { settings: readonly Setting[] }) {
  const groups = Object.keys(serviceSettings).filter(
    (group): group is ServiceGroup => group in serviceSettings,
  )
  const saved = () => showToast('success', t('admin.settings.saved'))
  return groups.map((group) => (
    <Section key={group} group={group}>
      {group === 'mail' ? (
        <MailForm settings={settings} onSaved={saved} buttons={saveButton} />
      ) : (
        <ServiceForm names={serviceSettings[group]} settings={settings} onSaved={saved} buttons={saveButton}>
          {group === 'provider' && <ProviderNote />}
        </ServiceForm>
      )}
    </Section>
  ))
}

function Section({ group, children }: { group: ServiceGroup; children: ReactNode }) {
  return (
    <section className="stack-s" aria-labelledby={headingId(group)}>
      <h2 id={headingId(group)} tabIndex={-1}>
        {t(groupText[group])}
      </h2>
      {children}
    </section>
  )
}

function saveButton(busy: boolean) {
  return (
    <div>
      <Button type="submit" busy={busy} busyText={t('admin.services.trying')}>
        {t('admin.services.save')}
      </Button>
    </div>
  )
}

/** The address that the provider has to know. */
export function ProviderNote() {
  const { publicUrl } = useServiceConfig()
  const address = `${publicUrl ?? location.origin}/api/auth/oidc/callback`
  return (
    <p className="small muted">
      {t('admin.services.callback')} <code className="break">{address}</code>
    </p>
  )
}
