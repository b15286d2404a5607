import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Preferences, Profile } from '#contract/accounts/accounts.ts'
import { LanguageChoice } from '#web/accounts/language-choice.tsx'
import { formatDate, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { sessionsQuery } from '#web/service/queries.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { UsageBar } from '#web/ui/lists/bars.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { Link } from '#web/ui/page/link.tsx'
import { PasswordChangeFields, usePasswordChange } from '../passwords/password-change.tsx'
import { EditProfileDialog } from './edit-profile-dialog.tsx'
import { PreferencesDialog } from './preferences-dialog.tsx'

type Props = { profile: Profile; preferences: Preferences }

/** Data of the account, and the ways to change it. */
export function AccountSection({ profile, preferences }: Props) {
  const [open, setOpen] = useState<'profile' | 'password' | 'preferences'>()
  const close = closeOwn(open, setOpen)
  const { plans } = useServiceConfig()
  const { username, email, isPro, isAdmin, createdAt, storageUsed, storageLimit, pendingEmail, hasPassword } =
    profile
  const storage = { used: formatSize(storageUsed), limit: formatSize(storageLimit) }
  return (
    <section className="card">
      <div className="head-row">
        <h2>{t('profile.account')}</h2>
        <Button onClick={() => setOpen('profile')}>{t('profile.edit')}</Button>
      </div>
      <dl className="kv">
        <Row label={t('account.username')}>{username}</Row>
        <Row label={t('account.email')}>
          {email}
          {pendingEmail && (
            <span className="small muted">{t('profile.pendingEmail', { email: pendingEmail })}</span>
          )}
        </Row>
        <Row label={t('account.password')}>
          {hasPassword ? (
            <>
              <span aria-hidden="true">••••••••••</span>
              <Button variant="quiet" onClick={() => setOpen('password')}>
                {t('changePassword.change')}
              </Button>
            </>
          ) : (
            <NoPassword />
          )}
        </Row>
        <Row label={t('profile.mails')}>
          <span>{mailsText(preferences)}</span>
          <Button variant="quiet" onClick={() => setOpen('preferences')}>
            {t('profile.preferences')}
          </Button>
        </Row>
        <Row label={t('language.label')}>
          <LanguageChoice className="input" />
        </Row>
        {plans !== 'hidden' && !isAdmin && (
          <Row label={t('profile.plan')}>{t(isPro ? 'portal.proPlan' : 'portal.freePlan')}</Row>
        )}
        <Row label={t('dashboard.storage')}>
          <span>{t('profile.storageUsed', storage)}</span>
          <UsageBar percent={storageLimit === 0 ? 100 : (100 * storageUsed) / storageLimit} />
        </Row>
        <Row label={t('profile.memberSince')}>
          <time dateTime={createdAt}>{formatDate(Date.parse(createdAt))}</time>
        </Row>
      </dl>
      {open === 'profile' && <EditProfileDialog profile={profile} onClose={close} />}
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'preferences' && <PreferencesDialog preferences={preferences} onClose={close} />}
    </section>
  )
}

/** Someone who signs in with a provider may have a password, too: the link to choose one is mailed. */
function NoPassword() {
  const { oidc, passwordSignIn } = useServiceConfig()
  return (
    <>
      <span className="small muted">{oidc && t('identities.noPassword', { name: oidc.name })}</span>
      {passwordSignIn === 'on' && (
        <Link className="btn btn-quiet" to={paths.forgotPassword}>
          {t('identities.setPassword')}
        </Link>
      )}
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function mailsText({ security, notifications, marketing }: Preferences): string {
  const wanted = [
    ...(security ? [t('profile.security')] : []),
    ...(notifications ? [t('profile.notifications')] : []),
    ...(marketing ? [t('profile.marketing')] : []),
  ]
  return wanted.length === 0 ? t('profile.noMails') : wanted.join(', ')
}

/** Changes the account's password, and ends all other sessions. */
function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { form, problem, onSubmit } = usePasswordChange(() => {
    void queries.invalidateQueries(sessionsQuery)
    onClose()
    showToast('success', t('profile.passwordChanged'))
  })
  return (
    <FormDialog
      title={t('changePassword.title')}
      action={t('changePassword.change')}
      busyAction={t('changePassword.changing')}
      busy={form.formState.isSubmitting}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <PasswordChangeFields form={form} />
    </FormDialog>
  )
}
