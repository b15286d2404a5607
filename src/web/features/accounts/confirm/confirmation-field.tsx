import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import {
  clearConfirmation,
  confirmationHeaders,
  confirmWithPassword,
  lastConfirmationHeaders,
} from '#web/accounts/confirmation.ts'
import { t } from '#web/i18n/t.ts'
import { identitiesQuery, profileQuery } from '#web/service/queries.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { startWithProvider } from '../provider/start-with-provider.ts'

/**
 * Confirms the person within a form: `needed` says whether it has to ask for the password, `blocked` that the person has none
 * and has to confirm in another way first, `confirmed` makes a call with the confirmation, and `skip` is called when one was
 * given in another way. A confirmation that has run out meanwhile makes the form ask.
 */
export function useConfirmation() {
  const [needed, setNeeded] = useState(() => confirmationHeaders() === undefined)
  const hasPassword = useHasPassword()

  async function confirmed<Reply>(
    password: string,
    call: (headers: Record<string, string>) => Promise<Reply>,
  ): Promise<Reply> {
    const headers = needed ? await confirmWithPassword(password) : lastConfirmationHeaders()
    setNeeded(false)
    try {
      const reply = await call(headers)
      return reply
    } catch (error) {
      const lapsed = error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
      if (lapsed) clearConfirmation()
      setNeeded(confirmationHeaders() === undefined)
      throw error
    }
  }
  return { needed, blocked: needed && !hasPassword, confirmed, skip: () => setNeeded(false) }
}

/** Whether the person who is signed in has a password; true as long as it is not known. */
function useHasPassword(): boolean {
  const { data: profile } = useQuery(profileQuery)
  return profile?.hasPassword ?? true
}

/** Most people have a password only. */
const ConfirmWithPasskey = lazyExtra(() => import('./confirm-with-passkey.tsx'))

type Props = {
  confirmation: ReturnType<typeof useConfirmation>
  /** Says why the password is asked for. */
  hint?: string
  error: string | undefined
  /** Registers the password. Called only for accounts with a password: a form would require it of others, too. */
  field: (rules: { required: string }) => UseFormRegisterReturn
}

/** Asks for the password of the person who is signed in, if there is one, or for a passkey of theirs; nothing once confirmed. */
export function ConfirmationField({ confirmation: { needed, skip }, hint, error, field }: Props) {
  const hasPassword = useHasPassword()
  if (!needed) return null
  return (
    <>
      {hasPassword && (
        <LabelledPassword
          label={t('account.currentPassword')}
          hint={hint}
          error={error}
          autoComplete="current-password"
          field={field({ required: t('changePassword.currentMissing') })}
        />
      )}
      <ConfirmWithPasskey onConfirmed={skip} />
      <ConfirmWithProvider />
    </>
  )
}

/** Confirms the person with a connected sign-in, if there is one, which leaves the page and returns to it. */
function ConfirmWithProvider() {
  const { oidc } = useServiceConfig()
  const { data } = useQuery({ ...identitiesQuery, enabled: oidc !== null })
  if (!oidc || confirmationHeaders() || !data?.some(({ current }) => current)) return null
  return (
    <Button
      wide
      onClick={() => void startWithProvider('confirm', { redirect: location.pathname + location.search })}
    >
      {t('identities.confirmWith', { name: oidc.name })}
    </Button>
  )
}
