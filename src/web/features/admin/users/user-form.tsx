import { type UseFormRegister, useForm } from 'react-hook-form'
import type { AdminUser } from '#contract/operations/admin.ts'
import { accountLengths } from '#contract/transfers/limits.ts'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { LabelledPassword, TextField } from '../../../ui/forms/form-field.tsx'
import { useAttempt } from '../../../ui/forms/use-attempt.ts'
import { failureText, newAccountRefusals } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { useAct } from '../shared/queries.ts'
import { draftOf, saveUser, type UserDraft } from './user-draft.ts'

const maxGigabytes = 1_000_000

/** Adds a user, or changes one. */
export function UserForm({ user, onClose }: { user?: AdminUser; onClose: () => void }) {
  const act = useAct()
  const form = useForm<UserDraft>({ defaultValues: draftOf(user) })
  const { register, handleSubmit, setError } = form
  const { errors, isSubmitting } = form.formState
  const { problem, attempt } = useAttempt(setError, newAccountRefusals, failureText)

  async function save(draft: UserDraft) {
    await attempt('admin.users.saveFailed', async () => {
      const error = await act(() => saveUser(user, draft))
      if (error) throw error
      onClose()
      showToast('success', t(user ? 'admin.users.saved' : 'admin.users.added', { name: draft.username }))
    })
  }

  return (
    <FormDialog
      title={user ? t('admin.users.editTitle', { name: user.username }) : t('admin.users.add')}
      wide
      action={t(user ? 'admin.users.save' : 'admin.users.add')}
      busyAction={t('admin.users.saving')}
      busy={isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <div className="two">
        <TextField
          label={t('account.username')}
          error={errors.username?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          field={register('username', { required: t('code.INVALID_USERNAME') })}
        />
        <TextField
          label={t('account.email')}
          error={errors.email?.message}
          type="email"
          autoComplete="off"
          field={register('email', { required: t('code.INVALID_EMAIL') })}
        />
        {!user && (
          <LabelledPassword
            label={t('account.password')}
            hint={t('admin.users.passwordHint')}
            error={errors.password?.message}
            autoComplete="new-password"
            field={register('password', {
              validate: (password) =>
                password.length >= accountLengths.password.least || t('code.PASSWORD_TOO_SHORT'),
            })}
          />
        )}
        <TextField
          label={t('admin.users.limit')}
          hint={t('admin.users.limitHint')}
          error={errors.limit?.message}
          type="number"
          inputMode="numeric"
          field={register('limit', {
            valueAsNumber: true,
            validate: (limit) =>
              (Number.isInteger(limit) && limit >= 0 && limit <= maxGigabytes) || t('admin.users.limitRule'),
          })}
        />
      </div>
      <RoleChecks register={register} isNew={!user} />
    </FormDialog>
  )
}

const checks = [
  { name: 'isActive', text: 'admin.status.active', hint: 'admin.users.activeHint' },
  { name: 'isPro', text: 'badge.pro', hint: 'admin.users.proHint' },
  { name: 'isAdmin', text: 'admin.users.isAdmin', hint: 'admin.users.adminHint' },
] as const

/** Adds the permissions that only an existing account can have. */
const laterChecks = [
  ...checks,
  { name: 'requestsAllowed', text: 'admin.users.requests', hint: 'admin.users.requestsHint' },
] as const

type Props = { register: UseFormRegister<UserDraft>; isNew: boolean }

/** Roles and permissions of a user. */
function RoleChecks({ register, isNew }: Props) {
  const hasPlans = useServiceConfig().plans !== 'hidden'
  const offered = (isNew ? checks : laterChecks).filter(({ name }) => hasPlans || name !== 'isPro')
  return (
    <fieldset className="stack-s">
      <legend className="vh">{t('admin.users.roles')}</legend>
      {offered.map(({ name, text, hint }) => (
        <label key={name} className="row-check">
          <input type="checkbox" {...register(name)} />
          <span>
            {t(text)} <span className="muted">{t(hint)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
