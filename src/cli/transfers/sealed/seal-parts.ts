import { ApiError } from '#client/api-error.ts'
import type { FileInFolder } from '#client/transfers/form-parts.ts'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import { type BundlePlan, readPart } from '#end-to-end/format/plan-bundle.ts'
import { bundleShape, saltLength } from '#end-to-end/format/sizes.ts'
import { type Bytes, isEqual } from '#end-to-end/primitives.ts'

/** Seals parts of one bundle. The latest stays in memory, for a connection that broke in it. */
export type PartSealer = {
  /**
   * A part from its beginning. Sealed a second time, it has the same salt and the same bytes.
   * @throws ApiError FILE_UNREADABLE for a file that cannot be read, or changed since it was read first
   */
  seal(part: number): Promise<Bytes>
}

type Sources = {
  readonly contentKey: Bytes
  readonly bundleId: Bytes
  readonly files: readonly FileInFolder[]
}

export function createPartSealer(plan: BundlePlan, { contentKey, bundleId, files }: Sources): PartSealer {
  const shape = bundleShape(bundleId, plan.length)
  /** Salt and SHA-256 of the plaintext of each part that was begun: never one salt for other bytes. */
  const begun = new Map<number, { salt: Bytes; hash: Bytes }>()
  let latest: { part: number; sealed: Bytes } | undefined

  async function readFile(index: number, start: number, end: number, into: Uint8Array): Promise<void> {
    const file = files[index]?.file
    try {
      const read = await file?.slice(start, end).bytes()
      if (read?.length === into.length) return into.set(read)
    } catch (cause) {
      throw unreadable(file?.name, cause)
    }
    throw unreadable(file?.name)
  }
  return {
    async seal(part) {
      if (latest?.part === part) return latest.sealed
      const plain = await readPart(plan, part, readFile)
      const hash = await primitives.sha256(plain)
      const before = begun.get(part)
      // guard: one salt for one plaintext -> tests/long/programs/end-to-end.test.ts "changed meanwhile"
      if (before && !isEqual(before.hash, hash)) throw unreadable(undefined)
      const { salt } = before ?? { salt: primitives.random(saltLength) }
      begun.set(part, { salt, hash })
      const sealed = await sealPart(primitives, { contentKey, shape, part, salt, plain })
      latest = { part, sealed }
      return sealed
    },
  }
}

function unreadable(name: string | undefined, cause?: unknown): ApiError {
  const message = `Can't read ${name ?? 'a file'}. It may have changed since the upload began.`
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message, cause })
}
