import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { readSlotHead, slotSecret } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'

export type Question = { readonly linkKey: Bytes; readonly head: Bytes; readonly password: string }

/** Argon2id takes a second or two, in which a page would stand still. Answers with the secret of the slot. */
addEventListener('message', ({ data: { linkKey, head, password } }: MessageEvent<Question>) => {
  void slotSecret(webPrimitives, linkKey, readSlotHead(head), password).then((secret) => postMessage(secret))
})
