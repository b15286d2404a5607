import { createHmac, timingSafeEqual } from 'node:crypto'

/** Bytes of the secret that an authenticator app shares with the service: what HMAC-SHA-1 puts out. */
export const totpSecretLength = 20

const period = 30_000
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time. */
const window = 1

/** The code of one step of 30 seconds (RFC 6238 with SHA-1, on RFC 4226). */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/**
 * The step that a code is of, if it is one of now and later than `lastStep`: a code is good once.
 * @param now milliseconds since 1970
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  now: number,
  lastStep: number,
): number | undefined {
  const present = Math.floor(now / period)
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => present - window + index)
  // guard: code of an earlier step -> src/crypto/passwords/one-time-code.test.ts "and not again"
  //   drops step > lastStep &&
  return steps.find((step) => step > lastStep && isEqual(totpCode(secret, step), code))
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base 32 (RFC 4648) without padding, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
