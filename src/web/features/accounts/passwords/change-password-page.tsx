import '../accounts.css'
import { updateUser, useSession } from '#web/accounts/session.ts'
import { signOut } from '#web/accounts/sign-out.ts'
import { t } from '#web/i18n/t.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { PasswordChangeFields, usePasswordChange } from './password-change.tsx'

/** For a person who signed in with a password that an administrator has set. The guard lets them on once it is changed. */
export default function ChangePasswordPage() {
  useDocumentTitle(t('changePassword.title'))
  const session = useSession()
  const { form, problem, onSubmit } = usePasswordChange(() => {
    if (session.status === 'user') updateUser({ id: session.user.id, mustChangePassword: false })
  })
  return (
    <div className="auth stack">
      <form className="card stack" noValidate onSubmit={onSubmit}>
        <h1>{t('changePassword.title')}</h1>
        <p>{t('changePassword.required')}</p>
        <PasswordChangeFields form={form} />
        <FormProblem text={problem} />
        <SubmitButton busy={form.formState.isSubmitting} busyText={t('changePassword.changing')}>
          {t('changePassword.change')}
        </SubmitButton>
        <Button variant="quiet" wide onClick={signOut}>
          {t('account.signOut')}
        </Button>
      </form>
    </div>
  )
}
