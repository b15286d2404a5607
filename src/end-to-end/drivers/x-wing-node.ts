import {
  createHash,
  createPrivateKey,
  createPublicKey,
  decapsulate,
  diffieHellman,
  encapsulate,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { type Bytes, join, utf8, type XWing } from '../primitives.ts'

const mlKemKeyLength = 1184
const mlKemCiphertextLength = 1088
const x25519Length = 32
const label = utf8('\\.//^\\')

/** The driver of programs: ML-KEM-768 and X25519 of node:crypto, joined as the draft says. */
export const nodeXWing: XWing = {
  async publicKeyOf(seed) {
    const { mlKem, x25519 } = privateHalves(seed)
    return join([rawPublic(mlKem), rawPublic(x25519)])
  },
  async encapsulate(publicKey) {
    if (publicKey.length !== mlKemKeyLength + x25519Length)
      throw new RangeError('a public key of X-Wing has 1216 bytes')
    const theirs = publicKey.slice(mlKemKeyLength)
    const { sharedKey, ciphertext } = encapsulate(
      publicHalf('ml-kem-768', publicKey.slice(0, mlKemKeyLength)),
    )
    const own = generateKeyPairSync('x25519')
    const ours = Uint8Array.from(own.publicKey.export({ format: 'raw-public' }))
    const shared = diffieHellman({ privateKey: own.privateKey, publicKey: publicHalf('x25519', theirs) })
    return { secret: combine(sharedKey, shared, ours, theirs), ciphertext: join([ciphertext, ours]) }
  },
  async decapsulate(seed, ciphertext) {
    if (ciphertext.length !== mlKemCiphertextLength + x25519Length)
      throw new RangeError('a ciphertext of X-Wing has 1120 bytes')
    const { mlKem, x25519 } = privateHalves(seed)
    const theirs = ciphertext.slice(mlKemCiphertextLength)
    const shared = diffieHellman({ privateKey: x25519, publicKey: publicHalf('x25519', theirs) })
    const sharedKey = decapsulate(mlKem, ciphertext.slice(0, mlKemCiphertextLength))
    return combine(sharedKey, shared, theirs, rawPublic(x25519))
  },
}

function combine(
  mlKem: Uint8Array,
  x25519: Uint8Array,
  ciphertext: Uint8Array,
  publicKey: Uint8Array,
): Bytes {
  const all = join([mlKem, x25519, ciphertext, publicKey, label])
  return Uint8Array.from(createHash('sha3-256').update(all).digest())
}

function privateHalves(seed: Bytes): { readonly mlKem: KeyObject; readonly x25519: KeyObject } {
  if (seed.length !== 32) throw new RangeError('a seed of X-Wing has 32 bytes')
  const expanded = createHash('shake256', { outputLength: 96 }).update(seed).digest()
  return {
    mlKem: createPrivateKey({
      key: expanded.subarray(0, 64),
      format: 'raw-seed',
      asymmetricKeyType: 'ml-kem-768',
    }),
    x25519: createPrivateKey({
      key: expanded.subarray(64),
      format: 'raw-private',
      asymmetricKeyType: 'x25519',
    }),
  }
}

function publicHalf(asymmetricKeyType: 'ml-kem-768' | 'x25519', key: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(key), format: 'raw-public', asymmetricKeyType })
}

function rawPublic(privateKey: KeyObject): Uint8Array {
  return createPublicKey(privateKey).export({ format: 'raw-public' })
}
