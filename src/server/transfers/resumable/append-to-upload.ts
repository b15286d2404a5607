import type { Readable } from 'node:stream'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'
import { asIncomplete } from '#server/platform/http/forms/form-failures.ts'
import { createPacer } from '#server/platform/http/pacer.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import { LockLost } from '#server/platform/locks/keep-lock.ts'
import type { Services } from '#server/platform/services.ts'

import { findSizeLimits } from '../sender/sender.ts'
import { goOnHolding, holdAgain } from '../upload/claims/claim-rows.ts'
import { saysEndToEnd } from '../upload/end-to-end-options.ts'
import { openIntake } from '../upload/intake.ts'
import type { OpenUpload } from './find-upload.ts'
import { type Checksum, verifyChecksum } from './read-request.ts'
import { createSegmentWriter } from './segment-writer.ts'

type Sent = {
  readonly body: Readable
  readonly checksum: Checksum | undefined
  readonly interrupted: AbortSignal
  /** Called with each chunk that has come. */
  readonly seen?: ((chunk: Uint8Array) => void) | undefined
}

/**
 * Takes the next bytes of an upload. When the connection breaks, what has arrived stays and counts, unless a checksum
 * was to cover all of it. A file that comes whole in one go is scanned meanwhile; the verdict is returned.
 * @throws Failure UPLOAD_INCOMPLETE and REQUEST_TIMEOUT after keeping what came, LockLost and Failure SHUTTING_DOWN
 *   likewise, UPLOAD_CHECKSUM_MISMATCH, BODY_TOO_LARGE, and what a scan
 *   or a look at the type refuses
 */
export async function appendToUpload(
  services: Services,
  upload: OpenUpload,
  { body, checksum, interrupted, seen }: Sent,
): Promise<ScanVerdict | undefined> {
  const { kind, sender, length, received } = upload
  // Reads the body as soon as possible: the bytes count even if the connection breaks.
  const [limits] = await Promise.all([
    findSizeLimits(services, sender, upload.transferId),
    // guard: free space before a resumable upload goes on -> tests/long/http/held-space.test.ts "that was quiet"
    holdAgain(services, upload.transferId),
  ])
  const intake = await openIntake(
    services,
    limits,
    // guard: free space while a resumable upload arrives -> tests/http/uploads/upload-claims.test.ts "runs short while a resumable upload arrives"
    //   () => goOnHolding(services, upload.transferId) becomes async () => {}
    { progress: () => goOnHolding(services, upload.transferId) },
  )
  const writer = await createSegmentWriter(services, upload, checksum !== undefined)
  // A sealed file is not looked at, neither now nor once it is whole.
  const isReadable = kind.type === 'file' && !saysEndToEnd(kind.options)
  const file = received === 0 && isReadable ? intake.sink(kind.filename, writer) : undefined
  const sink = file ?? writer
  let size = 0
  // guard: speed of an upload -> tests/http/operations/groups.test.ts "no faster"
  //   Number.isFinite(limits.speed) becomes false
  const pace = Number.isFinite(limits.speed) ? createPacer(limits.speed) : undefined
  async function keep() {
    await file?.release()
    await writer.flush()
  }
  const counting = {
    write(chunk: Uint8Array) {
      size += chunk.length
      if (size > length - received) throw new Failure('BODY_TOO_LARGE')
      services.meter.received(chunk.length)
      seen?.(chunk)
      checksum?.hash.update(chunk)
      const { length: bytes } = chunk
      const written = sink.write(chunk)
      return pace ? Promise.resolve(written).then(() => pace(bytes)) : written
    },
    end: () => undefined,
  }
  try {
    try {
      await readBody(body, counting, interrupted)
    } catch (error) {
      const incomplete = asIncomplete(error)
      if (!incomplete) throw error
      if (!checksum) await keep()
      throw mayComeBack(interrupted.reason) ? interrupted.reason : incomplete
    }
    // guard: checksum of a PATCH -> tests/http/uploads/resumable.test.ts "refuses a wrong offset"
    if (checksum) verifyChecksum(checksum)
    // A file of nothing has nothing to scan, and its blob is made when it is finished.
    if (size < length || length === 0 || !file) {
      await keep()
      return undefined
    }
    await file.end()
    await writer.flush()
    return await intake.verdict()
  } finally {
    intake.abort()
    await writer.abort()
  }
}

/** Whether an interruption says nothing about the sender, who may be there still and go on. */
function mayComeBack(reason: unknown): boolean {
  return reason instanceof Failure || reason instanceof LockLost
}
