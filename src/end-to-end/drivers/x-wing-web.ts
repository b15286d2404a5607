import { ml_kem768_x25519 as xWing } from '@noble/post-quantum/hybrid.js'
import type { Bytes, XWing } from '../primitives.ts'

/** The driver of browsers, in JavaScript: to be loaded only where a pair is made or used. */
export const webXWing = {
  publicKeyOf: async (seed) => Uint8Array.from(xWing.keygen(seed).publicKey),
  /** @param coins 64 bytes; random unless told, which only vectors do */
  async encapsulate(publicKey: Bytes, coins?: Bytes) {
    const { sharedSecret, cipherText } = xWing.encapsulate(publicKey, coins)
    return { secret: Uint8Array.from(sharedSecret), ciphertext: Uint8Array.from(cipherText) }
  },
  decapsulate: async (seed, ciphertext) => Uint8Array.from(xWing.decapsulate(ciphertext, seed)),
} satisfies XWing
