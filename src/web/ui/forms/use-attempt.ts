import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { TextKey } from '../../i18n/t.ts'
import { failureText, failureWithReason } from '../messages/failure-text.ts'

/**
 * Sends what was typed into a form. `problem` is why `attempt` failed, unless the refusal is about a field, which shows it then.
 * @param fieldOf the fields, by the codes of the refusals that are about them
 * @param inWords the text of a failure; by default the server's sentence at a field, and below the form the action that failed
 * with its reason
 */
export function useAttempt<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fieldOf: Readonly<Record<string, Path<Values>>>,
  inWords?: (error: unknown, failed: TextKey) => string,
) {
  const [problem, setProblem] = useState<string>()
  /** @param failed names the action, should it fail */
  async function attempt(failed: TextKey, send: () => Promise<void>): Promise<void> {
    setProblem(undefined)
    try {
      await send()
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf[error.code] : undefined
      if (field) setError(field, { message: (inWords ?? failureText)(error, failed) }, { shouldFocus: true })
      else setProblem((inWords ?? failureWithReason)(error, failed))
    }
  }
  return { problem, attempt }
}

/** Which field of an account each refusal of its name or address is about. */
export const accountRefusals = {
  INVALID_USERNAME: 'username',
  USERNAME_TAKEN: 'username',
  INVALID_EMAIL: 'email',
  EMAIL_TAKEN: 'email',
} as const

/** The same for an account that is made, with its password. */
export const newAccountRefusals = {
  ...accountRefusals,
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
} as const
