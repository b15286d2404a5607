import type { FastifyRequest } from 'fastify'
import { errors } from '#contract/errors.ts'
import { stepsHeader } from '#contract/headers.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { removeSegments } from '../content/remove-blobs.ts'
import { endArrival, endOf } from '../model/arrivals/arrival-rows.ts'
import { reportArrival } from '../model/arrivals/report-arrival.ts'
import { visitorFailure } from '../sender/sender.ts'
import { type ReportStep, reportProgress } from '../upload/upload-call.ts'
import { appendToUpload } from './append-to-upload.ts'
import { findUpload, type OpenUpload, openUpload } from './find-upload.ts'
import { finishUpload, manageTokenOf } from './finish-upload.ts'
import { readFormHead } from './form-head.ts'
import { bodyType, header, readChecksum } from './read-request.ts'
import type { UploadLocks } from './upload-lock.ts'
import { keepOutcome, readOutcome } from './upload-outcome.ts'

/**
 * Receives a request's bytes at an offset, and finishes the upload when they are the last. Gives the new offset.
 * @throws Failure UPLOAD_OFFSET_MISMATCH, BODY_TOO_LARGE; of a refused upload the reason, each time; and as appendToUpload
 */
export async function receiveBytes(
  services: Services,
  locks: UploadLocks,
  id: string,
  offset: number,
  request: FastifyRequest,
): Promise<number> {
  const checksum = readChecksum(header(request, 'upload-checksum'))
  return await locks.holdTaking(id, async (interrupted, lock) => {
    const row = await findUpload(services, id)
    // guard: offset of a PATCH -> tests/http/uploads/resumable.test.ts "refuses a wrong offset"
    if (offset !== row.received) throw new Failure('UPLOAD_OFFSET_MISMATCH')
    if (row.outcome !== null) {
      // Throws the reason of a refused upload, which may lack bytes: a client that only learns its offset would send them for
      // ever.
      readOutcome(row.outcome, manageTokenOf(id))
      return row.received
    }
    const upload = await openUpload(services, id, row)
    if (upload.length - offset < Number(request.headers['content-length'] ?? 0))
      throw new Failure('BODY_TOO_LARGE')
    const report = reportProgress(services, request.headers[stepsHeader])
    return await endingOnFailure(services, upload, lock, report, async () => {
      let received = offset
      const { linkId, kind } = upload
      const arrival = linkId === undefined ? undefined : reportArrival(services, linkId, () => received)
      const head =
        linkId !== undefined && offset === 0 && kind.type === 'form'
          ? readFormHead(services, linkId, kind.contentType)
          : undefined
      const seen = (chunk: Uint8Array) => {
        received += chunk.length
        head?.write(chunk)
      }
      const sent = { body: request.raw, checksum, interrupted, seen }
      const mayHaveBytes = offset < upload.length || isChunked(request)
      try {
        const scan = mayHaveBytes ? await appendToUpload(services, upload, sent) : undefined
        head?.end()
        received = (await findUpload(services, id)).received
        if (received === upload.length) await finishUpload(services, id, upload, lock, report, scan)
        return received
      } finally {
        await arrival?.stop(received === upload.length)
      }
    })
  })
}

/** Finishes an upload whose bytes have all come, but whose end was lost. @throws Failure UPLOAD_LOCKED, and as finishUpload */
export async function finishReceived(
  services: Services,
  locks: UploadLocks,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  const report = reportProgress(services, request.headers[stepsHeader])
  await locks.hold(id, async (lock) => {
    const row = await findUpload(services, id)
    if (row.outcome !== null) return
    const upload = await openUpload(services, id, row)
    await endingOnFailure(services, upload, lock, report, () =>
      finishUpload(services, id, upload, lock, report),
    )
  })
}

/** Ends the upload after a failure that is final: its chunks go, its address keeps the reason. */
async function endingOnFailure<Result>(
  services: Services,
  upload: OpenUpload,
  lock: Lock,
  report: ReportStep,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    const error = visitorFailure(upload.sender, thrown)
    if (error instanceof Failure && isFinal(error)) {
      const { code, message, supportedTypes } = error
      await transact(services.database, async (transaction) => {
        // guard: fence of a refused upload -> tests/faults/locks.test.ts "lets no refusal be settled"
        await assertStillHeld(transaction, lock)
        await keepOutcome(transaction, upload, { code, message, supportedTypes })
        await endArrival(
          { ...services, database: transaction },
          { uploadId: upload.transferId },
          endOf(error),
        )
      })
      await removeSegments(services, upload.fileId).catch((removal: unknown) => {
        services.log.warn({ err: removal }, 'the segments of an upload are left to the sweep')
      })
      await report('failed')
    }
    throw error
  }
}

/** Whether bytes may come whose number was not said. */
function isChunked({ headers }: FastifyRequest): boolean {
  return headers['content-type'] === bodyType && headers['transfer-encoding'] !== undefined
}

/** Failures that say something about this one request, and nothing about the upload. */
const passing = new Set([
  'UPLOAD_INCOMPLETE',
  'UPLOAD_OFFSET_MISMATCH',
  'UPLOAD_CHECKSUM_MISMATCH',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'RATE_LIMITED',
])

function isFinal({ code }: Failure): boolean {
  return errors[code].status < 500 && !passing.has(code)
}
