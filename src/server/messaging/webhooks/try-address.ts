import { type CallContent, composeCall } from '#contract/accounts/webhooks/call-body.ts'
import type { WebhookRequest, WebhookTrial } from '#contract/accounts/webhooks/webhooks.ts'
import { newId } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { CallFailed } from './outgoing/call-out.ts'
import { readAddress, refusalOf } from './outgoing/refuse-address.ts'
import { answerText, sendSigned } from './outgoing/send-signed.ts'
import { newSecret } from './sign-call.ts'
import type { Scope } from './webhook-rows.ts'

/** A call that reports nothing: what `Send a test` sends. */
export function testCall({ clock, config }: Pick<Services, 'clock' | 'config'>, scope: Scope): CallContent {
  const path = scope === 'service' ? '/admin?tab=integrations' : '/portal/webhooks'
  return { type: 'webhook.test', at: clock.now(), facts: { page: `${config.publicUrl}${path}` } }
}

/**
 * Sends one test call to the address of a webhook that is not made yet, signed with a secret of its own, and waits for the answer.
 * Nothing is kept and nothing is tried again.
 * @throws Failure INVALID_WEBHOOK_ADDRESS, WEBHOOK_ADDRESS_NOT_PUBLIC, WEBHOOK_ADDRESS_UNKNOWN
 */
export async function tryAddress(
  services: Services,
  { language }: Caller,
  scope: Scope,
  { url: address, format }: WebhookRequest,
): Promise<WebhookTrial> {
  const { clock } = services
  const url = readAddress(address)
  const secret = newSecret()
  const call = composeCall(format, testCall(services, scope), language ?? 'en')
  const began = clock.now()
  const sent = { body: call.body, secret }
  const took = () => Math.max(0, clock.now() - began)
  try {
    const answer = await sendSigned(services, url, { id: `msg_${newId()}`, call, secrets: [secret] })
    return { status: answer.status, failure: null, took: took(), answer: answerText(answer), ...sent }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    return { status: null, failure: error.code, took: took(), answer: null, ...sent }
  }
}
