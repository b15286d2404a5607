import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/signing-in/passkeys.ts'

/** Has the person unlock a passkey. Undefined when they did not: they may have changed their mind. */
function unlockPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion | undefined> {
  return unlessDeclined(() => startAuthentication({ optionsJSON: options }))
}

/**
 * Offers passkeys among the suggestions of the username field, until another ceremony begins or this one is cancelled.
 * Undefined then, and where the browser cannot.
 */
function suggestPasskeys(options: PasskeyRequestOptions): Promise<PasskeyAssertion | undefined> {
  return unlessDeclined(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: true }))
}

/** Ends the ceremony under way, if there is one. */
function cancelCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Has the person make a passkey. Undefined when they did not.
 * @throws Error InvalidStateError when this device has one for the account already
 */
function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyAttestation | undefined> {
  return unlessDeclined(() => startRegistration({ optionsJSON: options }))
}

/** Browsers do not tell a refusal from a passkey that is missing, so that no page learns which ones there are. */
const declined = ['AbortError', 'NotAllowedError']

async function unlessDeclined<Answer>(ceremony: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await ceremony()
    return answer
  } catch (error) {
    if (error instanceof Error && declined.includes(error.name)) return undefined
    throw error
  }
}

/** WebAuthn ceremonies, fetched when one is about to start. */
export default {
  unlockPasskey,
  suggestPasskeys,
  canSuggestPasskeys: browserSupportsWebAuthnAutofill,
  cancelCeremony,
  createPasskey,
}
