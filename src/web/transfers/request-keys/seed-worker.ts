import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { openSeed, sealSeed } from '#end-to-end/format/private-half.ts'
import type { Bytes } from '#end-to-end/primitives.ts'

export type SeedQuestion = { readonly publicKey: Bytes; readonly password: string } & (
  | { readonly seed: Bytes }
  | { readonly sealed: Bytes }
)

/** Argon2id takes a second or two, in which a page would stand still. Answers with the sealed seed, or the opened one. */
addEventListener('message', ({ data }: MessageEvent<SeedQuestion>) => {
  const work = 'seed' in data ? sealSeed(webPrimitives, data) : openSeed(webPrimitives, data)
  void work.then((answer) => postMessage(answer))
})
