import type { User } from '#contract/accounts/accounts.ts'
import { asciiEmailAddress } from '#contract/email-address.ts'
import type { Language } from '#contract/languages.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../accounts/account-rules.ts'
import { createUser } from '../accounts/create-user.ts'
import { consumeInvitation, findInvitation } from '../accounts/invitations.ts'
import { userOf } from '../accounts/profile.ts'
import { appendVerification, consumeVerificationMail } from '../accounts/verify-email.ts'
import { consumeSignInLimit } from './tries/sign-in-limits.ts'

export type Registration = {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly language?: Language | undefined
}

/**
 * Opens an account for a guest, without signing them in. If addresses have to be confirmed, it mails the link for that, but for
 * an address that has got an invitation by mail and brings it.
 * @returns the account, and whether the address has to be confirmed first
 * @throws Failure RATE_LIMITED, REGISTRATION_CLOSED, INVITATION_NEEDED, INVALID_INVITATION, and those of createUser
 */
export async function registerUser(
  services: Services,
  { invitation, ...registration }: Registration & { readonly invitation?: string | undefined },
  address: string,
): Promise<{ user: User; mustVerifyEmail: boolean }> {
  const { config, clock } = services
  if (config.PASSWORD_SIGN_IN !== 'on') throw new Failure('REGISTRATION_CLOSED')
  await consumeSignInLimit(services, address)
  const invited = invitation === undefined ? undefined : await findInvitation(services, invitation)
  if (invited === undefined) assertMayRegister(config, registration.email)
  const email = asciiEmailAddress(registration.email)
  const emailVerified = invited?.mailed === 1 && invited.email_folded === foldName(email)
  const mustVerifyEmail = config.EMAIL_VERIFICATION && !emailVerified
  const user = await createUser(
    services,
    {
      ...registration,
      mustVerifyEmail,
      emailVerified,
      emailVouched: invited?.email_folded === foldName(email),
      groupId: invited?.group_id,
    },
    undefined,
    async (transaction) => {
      if (invitation !== undefined) await consumeInvitation(transaction, invitation, clock.now())
    },
  )
  if (mustVerifyEmail) {
    await consumeVerificationMail(services, user.id)
    await transact(services.database, (transaction) =>
      appendVerification(services, transaction, user, registration.email),
    )
    services.dispatcher.wake()
  }
  return { user: userOf(user), mustVerifyEmail }
}

/** Asserts that people with this address may register without an invitation. */
function assertMayRegister({ REGISTRATION: rule }: Services['config'], email: string): void {
  if (rule === 'open') return
  if (rule === 'closed') throw new Failure('REGISTRATION_CLOSED')
  const domain = asciiEmailAddress(email).split('@').at(-1)?.toLowerCase() ?? ''
  // guard: registration by mail domain -> tests/http/signing-in/invitations.test.ts "mail domains"
  if (rule === 'invited' || !rule.includes(domain)) throw new Failure('INVITATION_NEEDED')
}
