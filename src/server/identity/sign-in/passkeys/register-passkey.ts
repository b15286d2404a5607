import { passkeyLimits } from '#contract/signing-in/limits.ts'
import type { AddPasskeyRequest, Passkey, PasskeyCreationOptions } from '#contract/signing-in/passkeys.ts'
import { newId } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { endGrace } from '../factors/days-of-grace.ts'
import { hasRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { consumeChallenge, issueChallenge } from './passkey-challenges.ts'
import { creationOptions, findPasskeys, passkeyOf } from './passkeys.ts'
import { verifyAttestation } from './verify-passkey.ts'

/** Begins to add a passkey. @throws Failure TOO_MANY_PASSKEYS */
export async function beginPasskey(
  services: Services,
  caller: Caller,
): Promise<{ challengeId: string; options: PasskeyCreationOptions }> {
  const existing = await findPasskeys(services.database, caller.id)
  if (existing.length >= passkeyLimits.passkeys) throw new Failure('TOO_MANY_PASSKEYS')
  const { challengeId, challenge } = await issueChallenge(services, 'registration', caller)
  return { challengeId, options: creationOptions(services.config, challenge, caller, existing) }
}

/**
 * Adds a passkey, named after the device at which it was made. The first second factor of an account comes with recovery
 * codes, which are given this once.
 * @throws Failure CHALLENGE_EXPIRED, PASSKEY_REFUSED, PASSKEY_EXISTS, TOO_MANY_PASSKEYS, RATE_LIMITED, INVALID_TOKEN when the
 *   session has ended meanwhile
 */
export async function addPasskey(
  services: Services,
  caller: Caller,
  { challengeId, response }: AddPasskeyRequest,
  device: string,
): Promise<{ passkey: Passkey; codes: string[] | null }> {
  const { database, clock } = services
  const challenge = await consumeChallenge(services, challengeId, 'registration', caller)
  const verified = await verifyAttestation(services, challenge, response)
  const fresh = (await hasRecoveryCodes(database, caller.id))
    ? undefined
    : await makeRecoveryCodes(services, caller.id)
  const added = await transact(database, async (transaction) => {
    const user = await lockAccount(transaction, caller)
    await endGrace(transaction, caller.id)
    const { length } = await findPasskeys(transaction, caller.id)
    if (length >= passkeyLimits.passkeys) throw new Failure('TOO_MANY_PASSKEYS')
    const now = clock.now()
    const row = await transaction
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: caller.id,
        name: device.slice(0, passkeyLimits.name),
        created_at: now,
        last_used_at: null,
        ...verified,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Failure('PASSKEY_EXISTS')
    const codes = fresh && !(await hasRecoveryCodes(transaction, caller.id)) ? fresh : undefined
    if (codes) await replaceRecoveryCodes(transaction, caller.id, codes.hashed)
    await appendSecurityNotice(services, transaction, user, 'passkeyAdded', device)
    await recordAct(transaction, { act: 'account.passkey-added', by: user }, now)
    return { passkey: passkeyOf(row), codes: codes?.codes ?? null }
  })
  services.dispatcher.wake()
  return added
}
