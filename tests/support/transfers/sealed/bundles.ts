import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import { type FileToSeal, planBundle, readPart } from '#end-to-end/format/plan-bundle.ts'
import type { FetchSealed } from '#end-to-end/format/read-plain.ts'
import { bundleShape, lengthOfPart, saltLength } from '#end-to-end/format/sizes.ts'
import { type Bytes, join, type Primitives, utf8 } from '#end-to-end/primitives.ts'

export type SentFile = { path: string; bytes: Uint8Array; type?: string; thumbnail?: Uint8Array }
export type SealedBundle = { bytes: Bytes; contentKey: Bytes; id: Bytes; size: number }

/** Seals files as one bundle, in memory. */
export async function sealFiles(
  files: readonly SentFile[],
  said: Omit<Manifest, 'version' | 'files'> = {},
  primitives: Primitives = nodePrimitives,
): Promise<SealedBundle> {
  const plan = planBundle(
    said,
    files.map(({ path, bytes, type = '', thumbnail }): FileToSeal => {
      const file = { path, size: bytes.length, type, modified: '2026-11-21T08:00:00.000Z' }
      return thumbnail ? { ...file, thumbnail } : file
    }),
  )
  const plain: Bytes[] = []
  for (let part = 0; part < bundleShape(new Uint8Array(16), plan.length).parts; part += 1) {
    plain.push(
      await readPart(plan, part, async (index, start, end, into) => {
        into.set(files[index]?.bytes.subarray(start, end) ?? [])
      }),
    )
  }
  return sealPlain(join(plain), primitives)
}

/** Seals any plaintext of a Padmé length, such as one with a hostile manifest. */
export async function sealPlain(
  plain: Bytes,
  primitives: Primitives = nodePrimitives,
  contentKey: Bytes = primitives.random(32),
): Promise<SealedBundle> {
  const id = primitives.random(16)
  const shape = bundleShape(id, plain.length)
  const parts: Bytes[] = []
  let at = 0
  for (let part = 0; part < shape.parts; part += 1) {
    const end = at + lengthOfPart(plain.length, part)
    const salt = primitives.random(saltLength)
    parts.push(await sealPart(primitives, { contentKey, shape, part, salt, plain: plain.slice(at, end) }))
    at = end
  }
  const bytes = join(parts)
  return { bytes, contentKey, id, size: bytes.length }
}

/** A plaintext of the least length with any manifest in it. */
export function plainWith(manifest: unknown, length = 65_536): Bytes {
  const written = utf8(typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  const plain = new Uint8Array(length)
  new DataView(plain.buffer).setUint32(0, written.length)
  plain.set(written, 4)
  return plain
}

/** Serves ranges of a bundle in memory, in chunks of a size that fits nothing. */
export function serveBytes(bytes: Uint8Array, chunk = 100_003): FetchSealed {
  return async function* fetchSealed(start, end) {
    for (let at = start; at < Math.min(end, bytes.length); at += chunk)
      yield bytes.subarray(at, Math.min(at + chunk, end))
  }
}
