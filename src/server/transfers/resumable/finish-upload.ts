import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ScanVerdict, UploadReply } from '#contract/files.ts'
import { sha256 } from '#crypto/random-id.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { validateOptions } from '../file-policy.ts'
import { findSegments } from '../files-table.ts'
import { openContent } from '../open-content.ts'
import { openSealedBlob } from '../sealed-blob.ts'
import { removeSegments } from '../sweep/remove-blobs.ts'
import { plainType } from '../upload/incoming-file.ts'
import { receiveForm } from '../upload/receive-form.ts'
import { scanVerdicts } from '../upload/scan-verdicts.ts'
import { findSenderPairs, findSizeLimits } from '../upload/sender.ts'
import { storeFile } from '../upload/store-file.ts'
import { createIntake } from '../upload/take-in.ts'
import type { ReportStep } from '../upload/upload-steps.ts'
import type { OpenUpload } from './find-upload.ts'
import { addSegment } from './segment-writer.ts'
import { keepOutcome } from './upload-outcome.ts'

type Reply = Omit<UploadReply, 'success'>

/**
 * Makes a file of an upload whose bytes have all arrived. Of a single file the pieces become the content; a form is read
 * from its pieces as if it came in just now, and they are removed.
 * @param id of the upload's address @param scan the verdict, when the file was scanned on its way in
 * @throws Failure as receiveForm does
 */
export async function finishUpload(
  services: Services,
  id: string,
  upload: OpenUpload,
  report: ReportStep,
  scan?: ScanVerdict,
): Promise<Reply> {
  const { kind, sender } = upload
  const deletionToken = deletionTokenOf(id)
  const settle = (database: Database, reply: Reply) => keepOutcome(database, upload.idHash, { reply })
  if (kind.type === 'form') {
    const body = Readable.from(await readUpload(services, upload), { objectMode: false })
    const form = { body, contentType: kind.contentType }
    const reply = await receiveForm(services, form, sender, report, { deletionToken, settle })
    await removeSegments(services, upload.fileId).catch((error: unknown) => {
      services.log.warn({ err: error }, 'upload segments left to the sweep')
    })
    return reply
  }
  if (scan === undefined) await report('scanning')
  const verdict = scan ?? (await scanStored(services, upload, kind.filename))
  await report('encrypting')
  const pieces = await findSegments(services.database, upload.fileId)
  const content = {
    fileId: upload.fileId,
    fileKey: upload.fileKey,
    filename: kind.filename,
    mimeType: plainType(kind.mimeType),
    pieces: pieces.map(({ blob_id, size }) => ({ blob_id, size })),
    segmentsStored: true,
    scan: verdict,
    sender,
    uploaded: 1,
    originalSize: upload.length,
    packed: false,
    deletionToken,
  }
  const options = validateOptions(kind.options, sender, await findSenderPairs(services, sender))
  return storeFile(services, content, options, report, settle)
}

/** The secret of a resumable upload's deletion link follows from its address, so that it need not be stored. */
export function deletionTokenOf(id: string): string {
  return sha256(`restante/v1 deletion\0${id}`).toString('base64url')
}

async function scanStored(services: Services, upload: OpenUpload, filename: string): Promise<ScanVerdict> {
  const verdicts = scanVerdicts(services)
  const intake = createIntake(services, await findSizeLimits(services, upload.sender), verdicts)
  const sink = intake.sink(filename, { begin: () => undefined, write: () => undefined, end: () => undefined })
  try {
    for await (const piece of await readUpload(services, upload)) {
      await sink.write(piece)
      releaseBuffer(piece)
      // Other requests get their turn while a large file is read.
      await breathe()
    }
    await sink.end()
    return await verdicts.settle()
  } finally {
    intake.abort()
  }
}

/** The bytes of an upload, opened again. An empty one gets its one, empty, piece. */
async function readUpload(services: Services, upload: OpenUpload): Promise<AsyncIterable<Uint8Array>> {
  let pieces = await findSegments(services.database, upload.fileId)
  if (pieces.length === 0) {
    const blob = await openSealedBlob(services.blobs, upload.fileKey, upload.fileId)
    try {
      await blob.end()
      await blob.commit()
      await addSegment(services, upload, 0, blob)
    } catch (error) {
      await blob.abort()
      throw error
    }
    pieces = await findSegments(services.database, upload.fileId)
  }
  const content = await openContent(services.blobs, { fileId: upload.fileId, pieces }, upload.fileKey)
  return flatten(content(0, upload.length))
}

async function* flatten(batches: AsyncIterable<Uint8Array[]>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) yield* batch
}
