import * as z from 'zod'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import { type Bytes, join, utf8 } from '#end-to-end/primitives.ts'

const hex = z.string().regex(/^(?:[0-9a-f]{2})*$/)

/** A text that is put together: buffers follow each other, `#` in a repeated one is its number from 0. */
const text = z.array(
  z.union([z.string(), z.strictObject({ repeat: z.string(), times: z.int(), between: z.string() })]),
)

/** Parts in the order in which they lie, each sealed for the place that it names, over `plain` from `start` to `end`. */
const bundle = z.strictObject({
  what: z.string(),
  plain: z.array(z.strictObject({ at: z.int(), hex })),
  parts: z.array(
    z.strictObject({
      contentKey: hex,
      bundleId: hex,
      number: z.int(),
      count: z.int(),
      length: z.int(),
      salt: hex,
      start: z.int(),
      end: z.int(),
    }),
  ),
  /** Changes of the sealed bytes, in order: a bit is turned, the end is cut or added to, two full chunks of the first part change places. */
  edits: z.array(
    z.union([
      z.strictObject({ flip: z.int() }),
      z.strictObject({ cut: z.int() }),
      z.strictObject({ append: hex }),
      z.strictObject({ exchange: z.tuple([z.int(), z.int()]) }),
    ]),
  ),
  sha256: hex,
})
export type BundleRecipe = z.infer<typeof bundle>

const slot = z.strictObject({
  what: z.string(),
  slot: hex,
  /** Replaces the link's key for the owner of a request. */
  seed: hex.optional(),
  password: z.string().optional(),
})
const half = z.strictObject({ what: z.string(), sealed: hex, seed: hex, password: z.string() })
const manifest = z.strictObject({ what: z.string(), text, content: z.int() })
const withError = { error: z.string() }

const opener = { linkKey: hex, contentKey: hex, bundleId: hex }
/** Form of tests/fixtures/vectors/end_to_end_accepted.json. `files` are the SHA-256 of each. */
export const acceptedVectors = z.strictObject({
  ...opener,
  slots: z.array(slot),
  halves: z.array(half),
  manifests: z.array(manifest),
  bundles: z.array(bundle.extend({ files: z.record(z.string(), hex) })),
})
/** Form of tests/fixtures/vectors/end_to_end_refused.json. Bundles are opened with the content key and bundle id above. */
export const refusedVectors = z.strictObject({
  ...opener,
  keys: z.array(z.strictObject({ what: z.string(), written: z.string(), ...withError })),
  slots: z.array(slot.extend(withError)),
  halves: z.array(half.extend(withError)),
  manifests: z.array(manifest.extend(withError)),
  bundles: z.array(bundle.extend(withError)),
})
export type Accepted = z.infer<typeof acceptedVectors>
export type Refused = z.infer<typeof refusedVectors>

export const fromHex = (value: string): Bytes => Uint8Array.from(Buffer.from(value, 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export function textOf(buffers: z.infer<typeof text>): string {
  return buffers
    .map((buffer) =>
      typeof buffer === 'string'
        ? buffer
        : Array.from({ length: buffer.times }, (_, n) => buffer.repeat.replaceAll('#', `${n}`)).join(
            buffer.between,
          ),
    )
    .join('')
}

/** The sealed bytes of a recipe. */
export async function bundleOf({ plain, parts, edits }: Omit<BundleRecipe, 'sha256'>): Promise<Bytes> {
  const ends = [...parts.map(({ end }) => end), ...plain.map(({ at, hex: bytes }) => at + bytes.length / 2)]
  const whole = new Uint8Array(Math.max(...ends))
  for (const { at, hex: bytes } of plain) whole.set(fromHex(bytes), at)
  const sealed: Bytes[] = []
  for (const { contentKey, bundleId, number, count, length, salt, start, end } of parts)
    sealed.push(
      await sealPart(primitives, {
        contentKey: fromHex(contentKey),
        shape: { id: fromHex(bundleId), length, parts: count },
        part: number,
        salt: fromHex(salt),
        plain: whole.slice(start, end),
      }),
    )
  let bytes = join(sealed)
  for (const edit of edits) {
    if ('flip' in edit) bytes[edit.flip] = (bytes[edit.flip] ?? 0) ^ 1
    else if ('cut' in edit) bytes = bytes.slice(0, edit.cut)
    else if ('append' in edit) bytes = join([bytes, fromHex(edit.append)])
    else {
      const [one, other] = edit.exchange.map((n) => 56 + n * 16_400)
      const kept = bytes.slice(one, (one ?? 0) + 16_400)
      bytes.copyWithin(one ?? 0, other ?? 0, (other ?? 0) + 16_400)
      bytes.set(kept, other)
    }
  }
  return bytes
}

/** A plaintext's beginning: the manifest with its length. */
export function frontOf(manifest: string): Bytes {
  const written = utf8(manifest)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, written.length)
  return join([length, written])
}
