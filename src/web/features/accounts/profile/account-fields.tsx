import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { usernamePattern } from '#contract/transfers/limits.ts'
import { t } from '#web/i18n/t.ts'
import { TextField } from '#web/ui/forms/form-field.tsx'

type Props = {
  /**
   * Results of the form's `register` for each field: the order of its calls is the order in which invalid fields take the
   * focus.
   */
  username: UseFormRegisterReturn
  email: UseFormRegisterReturn
  errors: FieldErrors<{ username: string; email: string }>
}

/** The name and the address of an account, as its owner chooses them. */
export function AccountFields({ username, email, errors }: Props) {
  return (
    <>
      <TextField
        label={t('account.username')}
        hint={t('register.usernameRule')}
        error={errors.username?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        field={username}
      />
      <TextField
        label={t('account.email')}
        error={errors.email?.message}
        type="email"
        autoComplete="email"
        field={email}
      />
    </>
  )
}

/** Validates a name, for a form's `validate`. */
export function checkUsername(name: string): true | string {
  return usernamePattern.test(name.trim()) || t('code.INVALID_USERNAME')
}
