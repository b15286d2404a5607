import { ApiError } from '#client/api-error.ts'
import { modifiedAt } from '#client/modified-at.ts'
import type { UploadBody } from '#client/upload-resumable.ts'
import { safePath } from '#contract/transfers/file-name.ts'
import { webPrimitives as primitives } from '#end-to-end/drivers/web.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { linkFragment, linkKeyLength } from '#end-to-end/format/link-key.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import { planBundle, readPart } from '#end-to-end/format/plan-bundle.ts'
import {
  bundleIdLength,
  bundleShape,
  saltLength,
  sealedPartLength,
  sealedPosition,
} from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { type Bytes, isEqual } from '#end-to-end/primitives.ts'

/** A file that is sealed while it is sent: slot and proof are for the service, the fragment for the link alone. */
type SealedFile = UploadBody & {
  readonly slot: string
  readonly proof: string
  readonly fragment: string
  /** Bytes of one request: a whole part. */
  readonly requestLength: number
}

/** Stands for the time of a file whose device does not know it. */
const unknownTime = new Date(0).toISOString()

/** Prepares a file to be sealed under keys of its own. @throws ManifestRefused */
export async function sealFile(file: File, password: string | undefined): Promise<SealedFile> {
  const listed = {
    path: safePath(file.name) || '_',
    size: file.size,
    type: file.type,
    modified: modifiedAt(file) || unknownTime,
  }
  const plan = planBundle({}, [listed])
  const [linkKey, contentKey] = [primitives.random(linkKeyLength), primitives.random(32)]
  const bundleId = primitives.random(bundleIdLength)
  const { slot, proofHash } = await makeSlot(primitives, { linkKey, contentKey, bundleId, password })
  const shape = bundleShape(bundleId, plan.length)
  /** Salt and SHA-256 of the plaintext of each part that was begun: never one salt for other bytes. */
  const begun = new Map<number, { readonly salt: Bytes; readonly hash: Bytes }>()
  let latest: { readonly part: number; readonly sealed: Bytes } | undefined

  async function readFile(_: number, start: number, end: number, into: Uint8Array): Promise<void> {
    const read = new Uint8Array(await file.slice(start, end).arrayBuffer())
    if (read.length !== into.length) throw unreadable()
    into.set(read)
  }
  async function seal(part: number): Promise<Bytes> {
    if (latest?.part === part) return latest.sealed
    const plain = await readPart(plan, part, readFile)
    const hash = await primitives.sha256(plain)
    const before = begun.get(part)
    // One salt for one plaintext.
    if (before && !isEqual(before.hash, hash)) throw unreadable()
    const { salt } = before ?? { salt: primitives.random(saltLength) }
    begun.set(part, { salt, hash })
    const sealed = await sealPart(primitives, { contentKey, shape, part, salt, plain })
    latest = { part, sealed }
    return sealed
  }
  return {
    size: plan.sealedLength,
    requestLength: sealedPartLength,
    slot: toBase64url(slot),
    proof: toBase64url(proofHash),
    fragment: await linkFragment(primitives, linkKey),
    /** From `start` to the end of its part at most. */
    async slice(start, end) {
      const { part, at } = sealedPosition(start)
      return new Blob([await seal(part)]).slice(at, end - part * sealedPartLength)
    },
  }
}

function unreadable(): ApiError {
  const message = 'The file can’t be read, or it has changed since the upload began.'
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message })
}
