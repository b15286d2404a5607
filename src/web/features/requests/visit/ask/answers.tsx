import type { UseFormReturn } from 'react-hook-form'
import { isEmailAddress } from '#contract/email-address.ts'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { t } from '#web/i18n/t.ts'
import { TextField } from '#web/ui/forms/form-field.tsx'

/** The visitor's answers to the form. */
export type Answers = { password: string; name: string; email: string }

/** Whether nothing can be picked before a password was given, or an address confirmed. */
export function isGated({ needsPassword, asks }: PublicRequest): boolean {
  return needsPassword || asks.code
}

/** Name and address, as far as the owner wants them. */
export function AnswerFields({ request, form }: { request: PublicRequest; form: UseFormReturn<Answers> }) {
  const { asks, requester } = request
  const { errors } = form.formState
  return (
    <>
      {asks.name && (
        <TextField
          label={t('visit.yourName')}
          hint={t('visit.whyName', { name: requester })}
          autoComplete="name"
          maxLength={lengths.senderName}
          error={errors.name?.message}
          field={form.register('name', {
            validate: (name) => name.trim() !== '' || t('code.REQUEST_NAME_REQUIRED'),
          })}
        />
      )}
      {(asks.email || asks.code) && (
        <TextField
          label={t('visit.yourEmail')}
          hint={t(asks.code ? 'visit.whyCode' : 'visit.whyEmail', { name: requester })}
          type="email"
          autoComplete="email"
          maxLength={lengths.emailAddress}
          error={errors.email?.message}
          field={form.register('email', {
            validate: (email) => isEmailAddress(email.trim()) || t('code.INVALID_EMAIL'),
          })}
        />
      )}
    </>
  )
}

/** Leaves out a name that is sealed with the files, and so is asked with them. */
export function askedFirst(request: PublicRequest): PublicRequest {
  return request.lock === 'browser' ? { ...request, asks: { ...request.asks, name: false } } : request
}

/** The answers as the call for a ticket takes them, without those that were not asked for, or are sealed with the files. */
export function answersFor(
  { asks, lock }: PublicRequest,
  { name, email }: Answers,
): { name?: string; email?: string } {
  return {
    ...(asks.name && lock !== 'browser' && { name }),
    ...((asks.email || asks.code) && { email: email.trim() }),
  }
}
