import type { CallBody } from '#contract/accounts/webhooks/call-body.ts'
import type { Services } from '#server/platform/services.ts'
import { signCall } from '../sign-call.ts'
import { type CallAnswer, callOut } from './call-out.ts'

/** Characters of an answer that its owner is shown. */
const answerKept = 2_000

type SignedCall = {
  /** Repeats at every try. */
  readonly id: string
  readonly call: CallBody
  readonly secrets: readonly string[]
}

/** Posts a call with its signatures, as of now. @throws CallFailed */
export function sendSigned(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  url: URL,
  { id, call: { contentType, headers, body }, secrets }: SignedCall,
): Promise<CallAnswer> {
  return callOut(url, {
    headers: {
      'content-type': contentType,
      'user-agent': 'Restante',
      ...headers,
      ...signCall({ id, body }, secrets, clock.now()),
    },
    body,
    networks: config.WEBHOOK_NETWORKS ?? [],
  })
}

/** The beginning of an answer as text. */
export function answerText({ body }: CallAnswer): string {
  return body.toString('utf8').slice(0, answerKept)
}
