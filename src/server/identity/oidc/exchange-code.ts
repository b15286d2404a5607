import type { Language } from '#contract/languages.ts'
import type { OidcExchangeReply } from '#contract/signing-in/identities.ts'
import { sha256Text } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { findMaintenance, maintenanceFailure } from '#server/platform/http/maintenance.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../accounts/account-rules.ts'
import { recordRefusal } from '../accounts/record-alone.ts'
import { requireVerifiedEmail } from '../accounts/verify-email.ts'
import { hasSecondFactor } from '../sign-in/factors/factors.ts'
import { challengeSecondFactor } from '../sign-in/second-factor/sign-in-challenge.ts'
import { openSession } from '../sign-in/sessions/open-session.ts'
import { consumeSignInLimit } from '../sign-in/tries/sign-in-limits.ts'
import { applyClaims } from './apply-claims.ts'
import { consumeCode, issueCode } from './codes.ts'
import { connectHeld, findByIdentity } from './identities.ts'
import type { ProviderAccount } from './provider-account.ts'
import { signUpWithProvider } from './sign-up.ts'

type Exchange = {
  readonly code: string
  readonly verifier: string
  readonly remember: boolean
  readonly language: Language | undefined
  readonly address: string
  readonly device: string
}

type Reply<Part> = Part extends unknown ? Omit<Part, 'success'> : never

/**
 * Opens a session with the code of a sign-in at the provider, or asks for the second factor first, unless the provider has
 * verified one. A person without an account gets one if OIDC_SIGN_UP allows it; the same address alone never connects an
 * existing account, unless OIDC_LINK_VERIFIED_EMAIL allows it.
 * @throws Failure RATE_LIMITED, CHALLENGE_EXPIRED, ACCOUNT_NOT_CONNECTED, PROVIDER_EMAIL_MISSING, ACCOUNT_DISABLED,
 *   EMAIL_NOT_VERIFIED, MAINTENANCE, INVALID_CREDENTIALS when the account has changed meanwhile
 */
export async function exchangeCode(
  services: Services,
  { code, verifier, remember, language, address, device }: Exchange,
): Promise<Reply<OidcExchangeReply>> {
  const { database } = services
  await consumeSignInLimit(services, address)
  const network = networkOf(address)
  const { account } = await consumeCode(services, { code, verifier }, ['sign-in'])
  const known = (await findByIdentity(database, account)) ?? (await link(services, account, device))
  if (known === 'other') {
    const challenge = sha256Text(verifier)
    const due = { purpose: 'connect-due', challenge, redirect: null, account, life: 'long' } as const
    const { code: next, expiresAt } = await issueCode(services, due)
    return { connect: { code: next, expiresAt: new Date(expiresAt).toISOString() } }
  }
  const maintenance = await findMaintenance(database)
  if (maintenance.active && known?.is_admin !== 1) throw maintenanceFailure(maintenance.message)
  const found = known ?? (await signUpWithProvider(services, account, language))
  if (found.is_active === 0) {
    await recordRefusal(services, found, { network })
    throw new Failure('ACCOUNT_DISABLED')
  }
  const provesAddress = account.emailVerified && foldName(account.email ?? '') === found.email_folded
  await requireVerifiedEmail(services, found, provesAddress)
  const user = await applyClaims(services, account)
  if (!account.usedFactors && (await hasSecondFactor(database, user.id)))
    return challengeSecondFactor(services, user, remember)
  return openSession(services, user, { remember, device, network, usedFactors: account.usedFactors })
}

/**
 * The account with the address of someone who signs in for the first time, connected where that is allowed; `other` where
 * it is not, and undefined where there is none.
 */
async function link(
  services: Services,
  account: ProviderAccount,
  device: string,
): Promise<UsersRow | 'other' | undefined> {
  const { database, config, dispatcher } = services
  const { email, emailVerified } = account
  if (email === null) return undefined
  const found = await transact(database, async (transaction) => {
    // Held: what allows it is still so when it is done.
    const user = await lockByAddress(transaction, email)
    if (!user) return undefined
    // Someone may have registered with an address that is not theirs, to wait for its owner.
    // guard: address proven on both sides -> tests/http/signing-in/oidc.test.ts "connects by a verified address"
    //   drops && user.email_verified_at !== null
    const isProven = emailVerified && user.email_verified_at !== null
    // guard: administrators are not connected by an address -> tests/http/signing-in/oidc.test.ts "connects by a verified address"
    //   drops || user.is_admin === 1
    if (!config.OIDC_LINK_VERIFIED_EMAIL || !isProven || user.is_admin === 1 || user.is_active === 0)
      return 'other'
    await connectHeld(services, transaction, user, account, device)
    return user
  })
  dispatcher.wake()
  return found
}

function lockByAddress(transaction: Database, email: string): Promise<UsersRow | undefined> {
  return transaction
    .selectFrom('users')
    .selectAll()
    .where('email_folded', '=', foldName(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
