import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { confirmationHeaders, confirmWithPassword, forgetConfirmation } from '#web/accounts/confirmation.ts'
import { t } from '#web/i18n/t.ts'
import { LabelledPassword } from '#web/ui/forms/labelled-password.tsx'
import { ConfirmWithProvider } from './provider/confirm-with-provider.tsx'

/**
 * Confirms who one is within a form: `needed` says whether it has to ask for the password, and `confirmed` makes a call with
 * the confirmation. A confirmation that has run out meanwhile makes the form ask.
 */
export function useConfirmation() {
  const [needed, setNeeded] = useState(() => confirmationHeaders() === undefined)

  async function confirmed<Reply>(
    password: string,
    call: (headers: Record<string, string>) => Promise<Reply>,
  ): Promise<Reply> {
    const headers = needed ? await confirmWithPassword(password) : (confirmationHeaders() ?? {})
    setNeeded(false)
    try {
      const reply = await call(headers)
      return reply
    } catch (error) {
      const lapsed = error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
      if (lapsed) forgetConfirmation()
      setNeeded(confirmationHeaders() === undefined)
      throw error
    }
  }
  return { needed, confirmed }
}

type Props = { error: string | undefined; field: UseFormRegisterReturn }

/** Asks for the password of the person who is signed in. */
export function ConfirmationField({ error, field }: Props) {
  return (
    <>
      <LabelledPassword
        label={t('account.currentPassword')}
        error={error}
        autoComplete="current-password"
        field={field}
      />
      <ConfirmWithProvider />
    </>
  )
}
