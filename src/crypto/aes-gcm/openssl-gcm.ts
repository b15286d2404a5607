import { randomBytes } from 'node:crypto'
import {
  type Gcm,
  type GcmDriver,
  keyLength,
  nonceLength,
  requireKey,
  requireNonce,
  requireRange,
  tagLength,
} from './gcm.ts'
import { loadFfi } from './load-ffi.ts'
import { nodeGcm } from './node-gcm.ts'

type Ffi = typeof import('node:ffi')

/** From openssl/evp.h. */
const control = { getTag: 0x10, setTag: 0x11 }
const direction = { decrypt: 0, encrypt: 1 }
/** An argument that stays what it is. */
const none = 0n

const { pointer, int } = { pointer: 'pointer', int: 'int32' } as const
const signatures = {
  EVP_aes_256_gcm: { arguments: [], return: pointer },
  EVP_CIPHER_CTX_new: { arguments: [], return: pointer },
  EVP_CIPHER_CTX_free: { arguments: [pointer], return: 'void' },
  EVP_CIPHER_CTX_ctrl: { arguments: [pointer, int, int, pointer], return: int },
  EVP_CipherInit_ex: { arguments: [pointer, pointer, pointer, pointer, pointer, int], return: int },
  EVP_CipherUpdate: { arguments: [pointer, pointer, pointer, pointer, int], return: int },
  EVP_CipherFinal_ex: { arguments: [pointer, pointer, pointer], return: int },
  ERR_clear_error: { arguments: [], return: 'void' },
  OPENSSL_cleanse: { arguments: [pointer, 'u64'], return: 'void' },
} as const

/**
 * The driver that calls the OpenSSL inside Node: one context for a key, a new nonce for each message, and output written
 * where it belongs. Undefined where that cannot be reached, or does not compute what node:crypto does.
 */
export function loadOpensslGcm(): GcmDriver | undefined {
  const ffi = loadFfi()
  if (!ffi) return undefined
  try {
    const driver = openDriver(ffi)
    return agreesWithNode(driver) ? driver : undefined
  } catch {
    // Another build, another platform, or a permission model that forbids it.
    return undefined
  }
}

function openDriver({ dlopen, getRawPointer }: Ffi): GcmDriver {
  const library = dlopen(null, signatures)
  const openssl = library.functions
  const algorithm = openssl.EVP_aes_256_gcm()
  // Memory that never moves, and that lives as long as the driver: calls have only its address.
  const scratch = new ArrayBuffer(48)
  const nonceBytes = new Uint8Array(scratch, 0, nonceLength)
  const lengthBytes = new Int32Array(scratch, 16, 1)
  const nonceAt = getRawPointer(nonceBytes)
  const lengthAt = getRawPointer(lengthBytes)
  /** Output address for the final call, which writes no bytes in GCM. */
  const nothingAt = getRawPointer(new Uint8Array(scratch, 32))
  const inputAt = createAddresses(getRawPointer)
  const outputAt = createAddresses(getRawPointer)
  /** Contexts whose owner was lost. */
  const lost = new FinalizationRegistry<bigint>((context) => openssl.EVP_CIPHER_CTX_free(context))

  function check(result: number): void {
    if (result === 1) return
    openssl.ERR_clear_error()
    throw new Error('OpenSSL refused an operation of AES-256-GCM')
  }
  function setNonce(context: bigint, nonce: Uint8Array, way: number): void {
    requireNonce(nonce)
    nonceBytes.set(nonce)
    check(openssl.EVP_CipherInit_ex(context, none, none, none, nonceAt, way))
  }
  function update(context: bigint, output: bigint, input: bigint, length: number): void {
    lengthBytes[0] = -1
    check(openssl.EVP_CipherUpdate(context, output, lengthAt, input, length))
    if (lengthBytes[0] !== length) throw new Error('OpenSSL wrote another number of bytes')
  }

  function create(key: Uint8Array): Gcm {
    requireKey(key)
    const created = openssl.EVP_CIPHER_CTX_new()
    if (created === none) throw new Error('OpenSSL has no memory for a context')
    let context: bigint | undefined = created
    let begun = false
    const gcm: Gcm = {
      begin(nonce) {
        setNonce(requireContext(), nonce, direction.encrypt)
        begun = true
      },
      encrypt(input, from, to, output, at) {
        requireRange(input, from, to)
        requireRange(output, at, at + to - from)
        const context = requireContext()
        if (!begun) throw new Error('no message was begun')
        if (from === to) return
        update(context, outputAt(output, at), inputAt(input, from), to - from)
      },
      end(output, at) {
        requireRange(output, at, at + tagLength)
        const context = requireContext()
        if (!begun) throw new Error('no message was begun')
        begun = false
        check(openssl.EVP_CipherFinal_ex(context, nothingAt, lengthAt))
        check(openssl.EVP_CIPHER_CTX_ctrl(context, control.getTag, tagLength, outputAt(output, at)))
      },
      open(nonce, input, from, to, output, at) {
        const end = to - tagLength
        requireRange(input, from, end)
        requireRange(input, end, to)
        requireRange(output, at, at + end - from)
        const context = requireContext()
        begun = false
        let authentic = false
        try {
          setNonce(context, nonce, direction.decrypt)
          if (end > from) update(context, outputAt(output, at), inputAt(input, from), end - from)
          check(openssl.EVP_CIPHER_CTX_ctrl(context, control.setTag, tagLength, inputAt(input, end)))
          // guard: tag of a message, computed by OpenSSL -> src/crypto/aes-gcm/aes-gcm.test.ts "OpenSSL is reached"
          //   openssl.EVP_CipherFinal_ex(context, nothingAt, lengthAt) === 1 becomes true
          authentic = openssl.EVP_CipherFinal_ex(context, nothingAt, lengthAt) === 1
        } finally {
          if (!authentic) output.fill(0, at, at + end - from)
        }
        if (!authentic) openssl.ERR_clear_error()
        return authentic
      },
      [Symbol.dispose]() {
        if (context === undefined) return
        lost.unregister(gcm)
        openssl.EVP_CIPHER_CTX_free(context)
        context = undefined
      },
    }
    function requireContext(): bigint {
      if (context === undefined) throw new Error('the key was wiped')
      return context
    }
    lost.register(gcm, created, gcm)
    try {
      check(openssl.EVP_CipherInit_ex(created, algorithm, none, inputAt(key, 0), none, direction.encrypt))
    } catch (error) {
      gcm[Symbol.dispose]()
      throw error
    }
    return gcm
  }

  function wipe(memory: Uint8Array): void {
    openssl.OPENSSL_cleanse(outputAt(memory, 0), BigInt(memory.length))
  }
  return { name: 'openssl', create, wipe }
}

/**
 * Gives the address of a byte of some memory. The memory asked for last stays held, so that it is not collected while only its
 * address is in use. Released memory has length 0 and is never asked for.
 */
function createAddresses(getRawPointer: Ffi['getRawPointer']): (memory: Uint8Array, at: number) => bigint {
  let held: Uint8Array | undefined
  let address = none
  return (memory, at) => {
    if (memory !== held) {
      address = getRawPointer(memory)
      held = memory
    }
    return address + BigInt(at)
  }
}

/** Whether both drivers seal the same, open it again, and refuse what was altered. */
function agreesWithNode({ create }: GcmDriver): boolean {
  const [key, nonce, plain] = [keyLength, nonceLength, 1000].map((length) => randomBytes(length))
  if (!key || !nonce || !plain) return false
  const length = plain.length
  const sealedBy = [create, nodeGcm.create].map((driver) => {
    using gcm = driver(key)
    const sealed = Buffer.alloc(length + tagLength)
    gcm.begin(nonce)
    gcm.encrypt(plain, 0, length, sealed, 0)
    gcm.end(sealed, length)
    return sealed
  })
  const [sealed, expected] = sealedBy
  if (!sealed || !expected?.equals(sealed)) return false
  using gcm = create(key)
  const opened = Buffer.alloc(length)
  const opens = gcm.open(nonce, sealed, 0, sealed.length, opened, 0) && opened.equals(plain)
  sealed[length] = (sealed[length] ?? 0) ^ 1
  return opens && !gcm.open(nonce, sealed, 0, sealed.length, opened, 0)
}
