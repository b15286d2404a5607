import * as z from 'zod/mini'
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/signing-in/passkeys.ts'
import type { Database, PasskeysRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { knownTransports, passkeyAlgorithms, relyingParty, userHandleOf } from './passkeys.ts'

type Needs = Pick<Services, 'config' | 'log'>

/** State of a passkey after an accepted signature. */
type PasskeyUse = Pick<PasskeysRow, 'counter' | 'backed_up'>

/** Most people sign in without one: fetched with the first passkey. */
const library = () => import('@simplewebauthn/server')

const clientData = z.object({ crossOrigin: z.optional(z.boolean()) })

/**
 * Checks the answer of a passkey: its signature of this challenge, from our own pages, with its person verified.
 * @returns undefined when it is not to be accepted
 */
export async function verifyAssertion(
  { config, log }: Needs,
  passkey: PasskeysRow,
  challenge: Uint8Array,
  { response, ...credential }: PasskeyAssertion,
): Promise<PasskeyUse | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response
  // guard: passkey of another person’s handle -> tests/http/signing-in/passkeys.test.ts "from our own pages only"
  if (userHandle && userHandle !== userHandleOf(passkey.user_id)) return undefined
  const { id, origin } = relyingParty(config)
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: Buffer.from(challenge).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      // guard: person behind a passkey verified -> tests/http/signing-in/passkeys.test.ts "from our own pages only"
      //   requireUserVerification: true becomes requireUserVerification: false
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credential_id).toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        // Compared below, where it is known what a regression means.
        counter: 0,
      },
    })
    // guard: passkey in a frame of another site -> tests/http/signing-in/passkeys.test.ts "from our own pages only"
    //   drops || isFromAnotherSite(response.clientDataJSON)
    if (!verified || isFromAnotherSite(response.clientDataJSON)) return undefined
    const use = { counter: info.newCounter, backed_up: info.credentialBackedUp ? 1 : 0 }
    return isCountPlausible(passkey, use.counter, log) ? use : undefined
  } catch (error) {
    log.debug({ err: error }, 'passkey refused')
    return undefined
  }
}

/** A counter that does not grow means a copy. Synced passkeys are copies by intention: for them it is logged only. */
function isCountPlausible(passkey: PasskeysRow, counter: number, log: Needs['log']): boolean {
  const regressed = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter
  if (!regressed) return true
  log.warn({ passkey: passkey.id, counter, before: passkey.counter }, 'passkey counter regressed')
  // guard: counter of a passkey on one device -> tests/http/signing-in/passkeys.test.ts "once it counts back"
  //   passkey.backup_eligible === 1 becomes true
  return passkey.backup_eligible === 1
}

/** Within a frame of another site; a page of ours is never in one. */
function isFromAnotherSite(clientDataJSON: string): boolean {
  const text = Buffer.from(clientDataJSON, 'base64url').toString()
  return clientData.parse(JSON.parse(text)).crossOrigin === true
}

/**
 * Records the use of a passkey in the transaction of what it allows.
 * @throws Failure PASSKEY_REFUSED when it was removed or used meanwhile
 */
export async function recordUse(
  transaction: Database,
  passkey: PasskeysRow,
  use: PasskeyUse,
  now: number,
): Promise<void> {
  const updated = await transaction
    .updateTable('passkeys')
    .set({
      counter: Math.max(use.counter, passkey.counter),
      backed_up: use.backed_up,
      last_used_at: now,
    })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  if (Number(updated.numUpdatedRows) === 0) throw new Failure('PASSKEY_REFUSED')
}

/** Columns of a new passkey that come from the authenticator. */
type NewPasskey = Pick<
  PasskeysRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'backup_eligible' | 'backed_up'
>

/** Verifies an authenticator's attestation of a new passkey. @throws Failure PASSKEY_REFUSED */
export async function verifyAttestation(
  { config, log }: Needs,
  challenge: Uint8Array,
  { response, ...credential }: PasskeyAttestation,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { id, origin } = relyingParty(config)
  const { attestationObject, clientDataJSON, transports } = response
  try {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { attestationObject, clientDataJSON },
        clientExtensionResults: {},
      },
      expectedChallenge: Buffer.from(challenge).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    if (!verified || isFromAnotherSite(clientDataJSON)) throw new Failure('PASSKEY_REFUSED')
    return {
      credential_id: Buffer.from(info.credential.id, 'base64url'),
      public_key: info.credential.publicKey,
      counter: info.credential.counter,
      transports: knownTransports(transports).join(' '),
      backup_eligible: info.credentialDeviceType === 'multiDevice' ? 1 : 0,
      backed_up: info.credentialBackedUp ? 1 : 0,
    }
  } catch (error) {
    log.debug({ err: error }, 'new passkey refused')
    throw new Failure('PASSKEY_REFUSED', { cause: error })
  }
}
