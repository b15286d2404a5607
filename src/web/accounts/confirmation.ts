import { confirmationHeader } from '#contract/accounts/confirmation-header.ts'
import { client } from './client.ts'

let held: { readonly token: string; readonly until: number } | undefined

/** The header of calls that change credentials; undefined when the person has to confirm who they are first. */
export function confirmationHeaders(): Record<string, string> | undefined {
  return held && Date.now() < held.until ? { [confirmationHeader]: held.token } : undefined
}

/**
 * Has the person show that they know their password, for all that follows within a few minutes.
 * @throws ApiError WRONG_PASSWORD, RATE_LIMITED
 */
export async function confirmWithPassword(currentPassword: string): Promise<Record<string, string>> {
  const { confirmation, expiresIn } = await client.call('confirm', { body: { currentPassword } })
  held = { token: confirmation, until: Date.now() + expiresIn }
  return { [confirmationHeader]: confirmation }
}

/** What was confirmed counts no more: the server has said so. */
export function forgetConfirmation(): void {
  held = undefined
}
