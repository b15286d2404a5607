import { confirmationHeader } from '#contract/headers.ts'
import { client } from './client.ts'

/** The server's answer to a confirmation; times in milliseconds. */
type Confirmation = { readonly confirmation: string; readonly expiresIn: number }

let held: { readonly token: string; readonly until: number } | undefined

/** The header of calls that change credentials; undefined when the person has to confirm who they are first. */
export function confirmationHeaders(): Record<string, string> | undefined {
  return held && Date.now() < held.until ? { [confirmationHeader]: held.token } : undefined
}

/** The header of the last confirmation, however old: the server decides whether it is still valid. */
export function lastConfirmationHeaders(): Record<string, string> {
  return held ? { [confirmationHeader]: held.token } : {}
}

/**
 * Has the person show that they know their password, for all that follows within a few minutes.
 * @throws ApiError WRONG_PASSWORD, RATE_LIMITED
 */
export async function confirmWithPassword(currentPassword: string): Promise<Record<string, string>> {
  return retainConfirmation(await client.call('confirm', { body: { currentPassword } }))
}

/** Keeps a confirmation as long as it is valid, and returns its header. */
export function retainConfirmation({ confirmation, expiresIn }: Confirmation): Record<string, string> {
  held = { token: confirmation, until: Date.now() + expiresIn }
  return { [confirmationHeader]: confirmation }
}

/**
 * Takes the code of a sign-in at the provider as the same.
 * @throws ApiError CHALLENGE_EXPIRED, ACCOUNT_NOT_CONNECTED
 */
export async function confirmWithProvider(oidcCode: string, verifier: string): Promise<void> {
  retainConfirmation(await client.call('confirm', { body: { oidcCode, verifier } }))
}

/** Drops the confirmation after the server has rejected it. */
export function clearConfirmation(): void {
  held = undefined
}
