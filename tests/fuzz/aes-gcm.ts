import { createCipheriv, randomFillSync, randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type GcmDriver, nodeGcm, opensslGcm } from '#crypto/aes-gcm/aes-gcm.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

type GcmReport = {
  /** Messages that were opened again by both drivers. */
  opened: number
  /** Damaged messages, all of which both refused. */
  refused: number
}

const maxLength = 40_000
/** Where a message begins and ends is as random as what it is. */
const maxMargin = 70

/**
 * Compares the drivers of AES-256-GCM with each other and with node:crypto as it is, on random messages sealed in random
 * chunks at random places. Bytes around the output must stay what they were.
 * @throws Error that names the seed and the number of the message, on the first disagreement
 */
export function fuzzGcm(seed: number, count: number, first = 0): GcmReport {
  const report: GcmReport = { opened: 0, refused: 0 }
  const drivers = opensslGcm ? [opensslGcm, nodeGcm] : [nodeGcm]
  const bytes = randomFillSync(Buffer.alloc(maxLength * 2))
  for (let number = first; number < first + count; number += 1) {
    const random = seededRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b))
    const complaint = compare(drivers, random, bytes, report)
    if (complaint) throw new Error(`${complaint}; repeat with --seed ${seed} --first ${number} --count 1`)
  }
  return report
}

function compare(
  drivers: readonly GcmDriver[],
  random: SeededRandom,
  bytes: Buffer,
  report: GcmReport,
): string | undefined {
  const take = (length: number) => {
    const at = random.below(bytes.length - length + 1)
    return bytes.subarray(at, at + length)
  }
  const key = Buffer.from(take(32))
  const nonce = take(12)
  const plain = take(lengthOf(random))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const expected = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const damaged = random.chance(0.5) ? damage(random, expected) : undefined
  for (const driver of drivers) {
    using gcm = driver.create(key)
    // Keys serve many messages: another one comes first, and is not always ended.
    if (random.chance(0.3)) sealInChunks(gcm, random, take(12), take(random.below(100)), random.chance(0.5))
    const sealed = sealInChunks(gcm, random, nonce, plain, true)
    if (!sealed?.equals(expected)) return `${driver.name} seals something else`
    const opened = openAnywhere(gcm, random, nonce, expected)
    if (!opened?.equals(plain)) return `${driver.name} does not open what was sealed`
    if (damaged && openAnywhere(gcm, random, nonce, damaged)) return `${driver.name} opens what is damaged`
  }
  report.opened += 1
  if (damaged) report.refused += 1
  return undefined
}

function lengthOf(random: SeededRandom): number {
  const near = random.pick([0, 16, 16_384, 32_768])
  return random.chance(0.4)
    ? Math.max(0, near + random.below(5) - 2)
    : random.below(random.pick([64, 2000, maxLength]))
}

type Gcm = ReturnType<GcmDriver['create']>

/** Undefined when a byte beside the output was changed, or when the message is not ended. */
function sealInChunks(
  gcm: Gcm,
  random: SeededRandom,
  nonce: Uint8Array,
  plain: Uint8Array,
  end: boolean,
): Buffer | undefined {
  const before = random.below(maxMargin)
  const length = plain.length + 16
  const output = Buffer.alloc(before + length + random.below(maxMargin), 0xa5)
  gcm.begin(nonce)
  for (let from = 0; from < plain.length; ) {
    const to = random.chance(0.3) ? plain.length : from + random.below(plain.length - from + 1)
    gcm.encrypt(plain, from, to, output, before + from)
    from = to
  }
  if (!end) return undefined
  gcm.end(output, before + plain.length)
  return within(output, before, length)
}

function openAnywhere(
  gcm: Gcm,
  random: SeededRandom,
  nonce: Uint8Array,
  sealed: Uint8Array,
): Buffer | undefined {
  const [from, at] = [random.below(maxMargin), random.below(maxMargin)]
  const input = Buffer.concat([Buffer.alloc(from), sealed, Buffer.alloc(random.below(maxMargin))])
  const length = sealed.length - 16
  const output = Buffer.alloc(at + length + random.below(maxMargin), 0xa5)
  const isAuthentic = gcm.open(nonce, input, from, from + sealed.length, output, at)
  const plain = within(output, at, length)
  if (isAuthentic) return plain
  if (plain?.some((byte) => byte !== 0)) throw new Error('plaintext that is not authentic was left behind')
  return undefined
}

function within(output: Buffer, at: number, length: number): Buffer | undefined {
  const beside = [output.subarray(0, at), output.subarray(at + length)]
  return beside.every((bytes) => bytes.every((byte) => byte === 0xa5))
    ? output.subarray(at, at + length)
    : undefined
}

function damage(random: SeededRandom, sealed: Buffer): Buffer {
  const copy = Buffer.from(sealed)
  if (copy.length > 16 && random.chance(0.2)) return copy.subarray(0, 16 + random.below(copy.length - 16))
  const at = random.chance(0.4) ? copy.length - 1 - random.below(16) : random.below(copy.length)
  copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  return copy
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { count: { type: 'string' }, seed: { type: 'string' }, first: { type: 'string' } },
  })
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const count = Number(values.count ?? 20_000)
  process.stdout.write(
    `seed ${seed}, ${count} messages, drivers ${opensslGcm ? 'openssl and ' : ''}node:crypto\n`,
  )
  const started = performance.now()
  const report = fuzzGcm(seed, count, Number(values.first ?? 0))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`agreed: ${JSON.stringify(report)} in ${seconds} s\n`)
}
