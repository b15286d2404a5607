import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { TextKey } from '../../i18n/t.ts'
import { failureText, failureWithReason, refusedField } from '../messages/failure-text.ts'

/**
 * Sends what was typed into a form. `problem` is why `attempt` failed, unless the refusal is about a field, which shows it then.
 * Light pages do the same by themselves: with one of them this would come with every page.
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
      const field = refusedField(error, fieldOf)
      if (field) setError(field, { message: (inWords ?? failureText)(error, failed) }, { shouldFocus: true })
      else setProblem((inWords ?? failureWithReason)(error, failed))
    }
  }
  return { problem, attempt }
}
