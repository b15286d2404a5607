import type { FastifyRequest } from 'fastify'
import type { Identity } from '#contract/signing-in/identities.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../accounts/account-rules.ts'
import { requireConfirmation } from '../sign-in/confirm/confirmations.ts'
import { deviceLabel } from '../sign-in/sessions/device-label.ts'
import { consumeCode, type SignedIn } from './codes.ts'
import { connectIdentity, findByIdentity } from './identities.ts'

type Proof = { readonly code: string; readonly verifier: string }

/**
 * Connects a sign-in at the provider with the account of someone who is signed in. It requires a fresh confirmation or, for the
 * account with the same address, a session opened after the sign-in at the provider.
 * @throws Failure CHALLENGE_EXPIRED, CONFIRMATION_REQUIRED, IDENTITY_TAKEN
 */
export async function connectWithCode(
  services: Services,
  caller: Caller,
  proof: Proof,
  request: FastifyRequest,
): Promise<Identity> {
  const signedIn = await consumeCode(services, proof, ['connect', 'connect-due'])
  if (signedIn.purpose === 'connect') await requireConfirmation(services, caller, request)
  else await requireSessionSince(services, caller, signedIn)
  const device = deviceLabel(request.headers['user-agent'])
  return connectIdentity(services, caller, signedIn.account, device)
}

async function requireSessionSince(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  { account, at }: SignedIn,
): Promise<void> {
  const session = await database
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', caller.sessionId ?? '')
    .executeTakeFirst()
  const isSince = session !== undefined && session.created_at >= at
  // guard: address of an account to connect -> tests/http/signing-in/oidc.test.ts "never takes over"
  //   drops || foldName(account.email ?? '') !== foldName(caller.email)
  // guard: session opened to connect -> tests/http/signing-in/oidc.test.ts "never takes over"
  //   drops !isSince ||
  if (!isSince || foldName(account.email ?? '') !== foldName(caller.email))
    throw new Failure('CONFIRMATION_REQUIRED')
}

/**
 * Asserts that a person who is signed in has just signed in again at the provider that is connected.
 * @throws Failure CHALLENGE_EXPIRED, ACCOUNT_NOT_CONNECTED for someone else's
 */
export async function confirmWithCode(services: Services, caller: Caller, proof: Proof): Promise<void> {
  const { account } = await consumeCode(services, proof, ['confirm'])
  const user = await findByIdentity(services.database, account)
  if (user?.id !== caller.id) throw new Failure('ACCOUNT_NOT_CONNECTED')
}
