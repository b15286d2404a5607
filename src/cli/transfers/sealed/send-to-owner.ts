import type { FileInFolder } from '#client/transfers/form-parts.ts'
import { requestTicketHeader } from '#contract/headers.ts'
import {
  type PublicRequest,
  type VisitorUploadReply,
  visitorUploadReply,
} from '#contract/requests/requests.ts'
import { bundleName, endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { fingerprintWords } from '#end-to-end/format/key-words.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import { makeRequestSlot, newRequestSecret, requestKeyHash } from '#end-to-end/format/request-slot.ts'
import { bundleIdLength } from '#end-to-end/format/sizes.ts'
import { type Bytes, isEqual } from '#end-to-end/primitives.ts'
import { UsageError } from '../../command.ts'
import { showProgress } from '../progress/show-progress.ts'
import { createPartSealer } from './seal-parts.ts'
import { sendBundle } from './send-bundle.ts'
import { planOf } from './send-sealed.ts'

/**
 * The key that files for a request are sealed for; undefined where it takes them as they are.
 * @param said fingerprint in the link; undefined where it has none
 * @throws UsageError where the service says another key or lock than the link, or the link says none
 */
export async function ownerKeyOf(
  { lock, publicKey, requester }: PublicRequest,
  said: string | undefined,
): Promise<Bytes | undefined> {
  const other = `The service names another key than the link. Don't send anything, and tell ${requester}.`
  if (lock !== 'browser') {
    // guard: a link with a key, for a request without one -> tests/long/cli/request.test.ts "another lock"
    if (said !== undefined) throw new UsageError(other)
    return undefined
  }
  const key = Uint8Array.from(Buffer.from(publicKey ?? '', 'base64'))
  const hash = await requestKeyHash(primitives, key)
  if (said === undefined)
    throw new UsageError(
      `Give the whole link, which ends with #p= and the key of ${requester}. The service names this key: ${fingerprintWords(hash).join(' ')}.`,
    )
  // guard: key in the link of a request -> tests/long/cli/request.test.ts "another key"
  if (!isEqual(fromBase64url(said) ?? new Uint8Array(0), hash)) throw new UsageError(other)
  return key
}

/** Seals files for the owner of a request and sends them. @throws UsageError for what no bundle can hold, ApiError */
export async function sendToOwner({
  baseUrl,
  publicKey,
  ticket,
  picked,
  said,
}: {
  readonly baseUrl: string
  readonly publicKey: Bytes
  readonly ticket: string
  readonly picked: readonly FileInFolder[]
  readonly said: Omit<Manifest, 'version' | 'files'>
}): Promise<VisitorUploadReply> {
  const plan = planOf({ picked, said })
  const [contentKey, bundleId] = [primitives.random(32), primitives.random(bundleIdLength)]
  const secret = await newRequestSecret(primitives, nodeXWing, publicKey)
  const { slot, proofHash } = await makeRequestSlot(primitives, secret, { contentKey, bundleId })
  const progress = showProgress('Uploading', plan.sealedLength)
  try {
    return await sendBundle({
      reply: visitorUploadReply,
      baseUrl,
      metadata: {
        filename: bundleName,
        encryptionMethod: endToEndMethod,
        slot: toBase64url(slot),
        proof: toBase64url(proofHash),
      },
      headers: { [requestTicketHeader]: ticket },
      length: plan.sealedLength,
      parts: createPartSealer(plan, { contentKey, bundleId, files: picked }),
      onProgress: progress.to,
    })
  } finally {
    progress.end()
  }
}
