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

/**
 * Takes the code of a sign-in at the provider as the same.
 * @throws ApiError CHALLENGE_EXPIRED, ACCOUNT_NOT_CONNECTED
 */
export async function confirmWithProvider(oidcCode: string, verifier: string): Promise<void> {
  const { confirmation, expiresIn } = await client.call('confirm', { body: { oidcCode, verifier } })
  held = { token: confirmation, until: Date.now() + expiresIn }
}

/** What was confirmed counts no more: the server has said so. */
export function forgetConfirmation(): void {
  held = undefined
}
