import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { makeRequestSlot, newRequestSecret, requestSecret } from '#end-to-end/format/request-slot.ts'
import { openSlot, proofOf, readSlotHead } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import type { Person } from '../accounts/accounts.ts'
import type { TestServer } from '../server/server.ts'
import type { SealedBundle } from '../transfers/sealed/bundles.ts'
import { fetchRange } from '../transfers/sealed/sealed-transfers.ts'

/** A pair as an owner's browser makes it. */
export async function newPair() {
  const seed = nodePrimitives.random(32)
  return { seed, publicKey: await nodeXWing.publicKeyOf(seed) }
}

/** The form that a visitor's browser sends. */
export async function sealFor(publicKey: Bytes, { contentKey, id: bundleId }: SealedBundle) {
  const secret = await newRequestSecret(nodePrimitives, nodeXWing, publicKey)
  const made = await makeRequestSlot(nodePrimitives, secret, { contentKey, bundleId })
  return {
    encryptionMethod: 'end-to-end',
    slot: toBase64url(made.slot),
    proof: toBase64url(made.proofHash),
  }
}

/** Opens what a visitor has sealed, as the browser of the owner does. */
export async function openReceived(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { client }: Pick<Person, 'client'>,
  id: string,
  seed: Bytes,
) {
  const params = { id }
  const { file } = await client.call('fileInfo', { params })
  const head = readSlotHead(fromBase64url(file.slotHead ?? '') ?? new Uint8Array(0))
  const secret = await requestSecret(nodePrimitives, nodeXWing, seed, head)
  const proof = toBase64url(await proofOf(nodePrimitives, secret, head))
  const { url, slot } = await client.call('downloadTicket', { params, body: { proof } })
  const sealed = fromBase64url(slot ?? '') ?? new Uint8Array(0)
  const contentKey = (await openSlot(nodePrimitives, { slot: sealed, head, secret })) ?? new Uint8Array(0)
  return openBundle(nodePrimitives, {
    contentKey,
    bundleId: head.bundleId,
    size: file.size,
    async *fetchSealed(start, end) {
      yield new Uint8Array(await (await fetchRange(baseUrl + url, start, end)).arrayBuffer())
    },
  })
}
