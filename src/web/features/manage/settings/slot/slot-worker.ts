import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { LinkKeyDamaged, readLinkKey } from '#end-to-end/format/link-key.ts'
import {
  makeSlot,
  openSlot,
  proofOf,
  readSlotHead,
  type SlotHead,
  slotSecret,
} from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'

/**
 * First the key of the link, as it was given, with the password that the slot has: answered with their proof. Then the slot that
 * this proof was exchanged for, with the next password, empty for none: answered with the slot that takes its place.
 */
export type SlotQuestion =
  | { readonly key: string; readonly head: string; readonly password: string }
  | { readonly slot: string; readonly password: string }
export type SlotAnswer =
  | { readonly proof: string }
  | { readonly slot: string; readonly nextProof: string }
  /** `key`: cut or mistyped. `damaged`: the slot is not what the sender sealed. */
  | { readonly failure: 'key' | 'damaged' }

let proven: { readonly linkKey: Bytes; readonly head: SlotHead; readonly secret: Bytes } | undefined

// Argon2id takes a second or two, in which a page would stand still.
addEventListener('message', ({ data }: MessageEvent<SlotQuestion>) => {
  void answer(data).then(
    (found) => postMessage(found),
    (error: unknown) =>
      postMessage({ failure: error instanceof LinkKeyDamaged ? 'key' : 'damaged' } satisfies SlotAnswer),
  )
})

async function answer(question: SlotQuestion): Promise<SlotAnswer> {
  if ('key' in question) {
    const linkKey = await readLinkKey(webPrimitives, question.key)
    const head = readSlotHead(fromBase64url(question.head) ?? new Uint8Array(0))
    const secret = await slotSecret(webPrimitives, linkKey, head, question.password)
    proven = { linkKey, head, secret }
    return { proof: toBase64url(await proofOf(webPrimitives, secret, head)) }
  }
  if (!proven) throw new Error('no key was proven')
  const { linkKey, head, secret } = proven
  const slot = fromBase64url(question.slot) ?? new Uint8Array(0)
  const contentKey = await openSlot(webPrimitives, { slot, head, secret })
  if (!contentKey) return { failure: 'damaged' }
  const { password } = question
  const made = await makeSlot(webPrimitives, { linkKey, contentKey, bundleId: head.bundleId, password })
  return { slot: toBase64url(made.slot), nextProof: toBase64url(made.proofHash) }
}
