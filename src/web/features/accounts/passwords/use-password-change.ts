import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { client } from '#web/accounts/client.ts'
import { failureText, failureWithReason, refusedField } from '#web/ui/messages/failure-text.ts'

export type Passwords = { currentPassword: string; newPassword: string; confirmation: string }

/** Which field a refusal of the server is about. */
const fieldOf = {
  WRONG_PASSWORD: 'currentPassword',
  PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_COMMON: 'newPassword',
  PASSWORD_UNCHANGED: 'newPassword',
} as const

/** The form that changes the account's password; see PasswordChangeFields. Ends all other sessions. */
export function usePasswordChange(onChanged: () => void): {
  form: UseFormReturn<Passwords>
  problem: string | undefined
  onSubmit: ReturnType<UseFormReturn<Passwords>['handleSubmit']>
} {
  const [problem, setProblem] = useState<string>()
  const form = useForm<Passwords>({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  })

  async function change({ currentPassword, newPassword }: Passwords) {
    setProblem(undefined)
    try {
      await client.call('changePassword', { body: { currentPassword, newPassword } })
      onChanged()
    } catch (error) {
      const field = refusedField(error, fieldOf)
      if (field)
        form.setError(field, { message: failureText(error, 'changePassword.failed') }, { shouldFocus: true })
      else setProblem(failureWithReason(error, 'changePassword.failed'))
    }
  }

  return { form, problem, onSubmit: form.handleSubmit(change) }
}
