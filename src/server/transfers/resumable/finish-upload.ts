import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { sha256 } from '#crypto/random-id.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'

import { openContent } from '../content/open-content.ts'
import { removeSegments } from '../content/remove-blobs.ts'
import { openSealedBlob } from '../content/sealed-blob.ts'
import { addFiles, commitAddedFile, findTarget } from '../manage/added-files.ts'
import { findSegments } from '../model/transfers-table.ts'
import { findSenderPairs, findSizeLimits } from '../sender/sender.ts'
import { goOnHolding } from '../upload/claims/claim-rows.ts'
import type { UploadClaim } from '../upload/claims/claim-upload.ts'
import { commitTransfer, type Settle } from '../upload/commit-transfer.ts'
import { plainType } from '../upload/form-fields.ts'
import { openIntake } from '../upload/intake.ts'
import { prepareTransfer, type UploadResult } from '../upload/prepare-transfer.ts'
import { makeTransfer } from '../upload/receive-upload.ts'
import type { ClaimedUpload, ReportStep } from '../upload/upload-call.ts'
import { validateAllOptions } from '../upload/upload-options.ts'
import type { OpenUpload } from './find-upload.ts'
import { storeSegment } from './segment-writer.ts'
import type { UploadKind } from './upload-metadata.ts'
import { keepOutcome } from './upload-outcome.ts'

/**
 * Makes a file of an upload whose bytes have all arrived. The pieces of a single file become its content; a form is read from
 * its pieces as if it came in just now, and they are removed.
 * @param id of the upload's address @param scan the verdict, when the file was scanned on its way in
 * @param lock that keeps other calls from finishing it
 * @throws Failure as receiveForm does, LockLost
 */
export async function finishUpload(
  services: Services,
  id: string,
  upload: OpenUpload,
  lock: Lock,
  report: ReportStep,
  scan?: ScanVerdict,
): Promise<UploadResult> {
  const { kind, sender } = upload
  // A visitor does not manage what they send, and their upload's address is known to them.
  // guard: uploads without a manage token -> tests/http/requests/requests.test.ts "is shown to its visitors"
  //   drops sender.visitor ? {} :
  const token = sender.visitor ? {} : { manageToken: manageTokenOf(id) }
  async function settle(transaction: Database, reply: UploadResult) {
    // guard: fence of a finished upload -> tests/faults/locks.test.ts "that is taken away lets nothing be settled"
    await assertStillHeld(transaction, lock)
    await keepOutcome(transaction, upload, { reply })
  }
  if (kind.type === 'form') {
    await goOnHolding(services, upload.transferId, 0)
    const stream = Readable.from(await readUpload(services, upload), { objectMode: false })
    const { contentType } = kind
    const body = { type: 'form', stream, contentType, length: undefined, isStored: true } as const
    const stored = { body, claim: claimOf(services, upload), report }
    const reply = upload.target
      ? await addForm(services, upload, stored, settle)
      : await makeTransfer(services, stored, sender, { ...token, settle })
    await removeSegments(services, upload.fileId).catch((error: unknown) => {
      services.log.warn({ err: error }, 'the segments of an upload are left to the sweep')
    })
    return reply
  }
  if (scan === undefined) await report('scanning')
  const verdict = scan ?? (await scanStored(services, upload, kind.filename))
  await report('encrypting')
  if (upload.target) {
    await report('finalizing')
    return addFile(services, upload, { ...kind, verdict }, settle)
  }
  const content = {
    transferId: upload.transferId,
    transferKey: upload.transferKey,
    fileId: upload.fileId,
    filename: kind.filename,
    mimeType: plainType(kind.mimeType),
    modified: kind.modified,
    segments: await findSegments(services.database, upload.fileId),
    segmentsStored: true,
    scan: verdict,
    sender,
    uploaded: 1,
    originalSize: upload.length,
    packed: false,
    listing: [{ filename: kind.filename, size: upload.length }],
    claimId: upload.transferId,
    ...token,
  }
  const pairs = await findSenderPairs(services, sender)
  const options = validateAllOptions(kind.options, sender, pairs, services.config)
  const prepared = await prepareTransfer(services, content, options)
  await report('finalizing')
  return commitTransfer(services, prepared, settle)
}

type FileKind = Extract<UploadKind, { type: 'file' }>

/** Makes the pieces of a single file, as they are, one more file of the transfer that they are for. */
async function addFile(
  services: Services,
  { target, fileId, transferId, length, sender }: OpenUpload,
  { filename, mimeType, modified, verdict }: FileKind & { readonly verdict: ScanVerdict },
  settle: Settle,
): Promise<UploadResult> {
  if (!target) throw new Error('the upload is for a new transfer')
  const added = {
    fileId,
    filename,
    mimeType: plainType(mimeType),
    modified,
    size: length,
    originalSize: length,
    uploaded: 1,
    packed: false,
    scan: verdict,
    segments: [],
    sender,
    claimId: transferId,
    seen: undefined,
  }
  return commitAddedFile(services, await findTarget(services, withKeyOf(target)), added, settle)
}

/** Reads a form whose segments are here, and adds what it holds to the transfer that it is for. */
async function addForm(
  services: Services,
  { target, transferKey, sender }: OpenUpload,
  stored: ClaimedUpload,
  settle: Settle,
): Promise<UploadResult> {
  if (!target) throw new Error('the upload is for a new transfer')
  const managed = await findTarget(services, withKeyOf(target))
  return addFiles(services, managed, stored, sender, { transferKey, settle })
}

/** The target of an upload, with the API key that its manager began it with, if any: the key opens no key pair. */
function withKeyOf({ by, keyId, ...target }: NonNullable<OpenUpload['target']>) {
  const apiKey = keyId === undefined ? null : { id: keyId, scopes: [] }
  return { ...target, by: by && { ...by, apiKey } }
}

/** The manage token of a resumable upload follows from its address, so that it need not be stored. */
export function manageTokenOf(id: string): string {
  return sha256(`restante/v1 manage\0${id}`).toString('base64url')
}

/** The claim of an upload stays until it is settled: its form is stored once more while it is read. */
function claimOf(services: Services, { transferId, length }: OpenUpload): UploadClaim {
  return {
    id: transferId,
    progress: (stored) => goOnHolding(services, transferId, Math.min(length, stored)),
    async release() {},
  }
}

async function scanStored(services: Services, upload: OpenUpload, filename: string): Promise<ScanVerdict> {
  const limits = await findSizeLimits(services, upload.sender, upload.transferId)
  const claim = { progress: () => goOnHolding(services, upload.transferId) }
  const intake = await openIntake(services, limits, claim)
  const sink = intake.sink(filename, { write: () => undefined })
  try {
    for await (const piece of await readUpload(services, upload)) {
      await sink.write(piece)
      releaseBuffer(piece)
      // Other requests get their turn while a large file is read.
      await breathe()
    }
    await sink.end()
    return await intake.verdict()
  } finally {
    intake.abort()
  }
}

/** The bytes of an upload, opened again. An empty one gets its one, empty, segment. */
async function readUpload(services: Services, upload: OpenUpload): Promise<AsyncIterable<Uint8Array>> {
  const { fileId, fileKey } = upload
  if (upload.length === 0) await storeEmptySegment(services, upload)
  const segments = await findSegments(services.database, fileId)
  const content = await openContent(services.blobs, { fileId, segments }, fileKey)
  return content(0, upload.length)
}

async function storeEmptySegment(services: Services, upload: OpenUpload): Promise<void> {
  if ((await findSegments(services.database, upload.fileId)).length > 0) return
  const blob = await openSealedBlob(services.blobs.default, upload.fileKey, {
    fileId: upload.fileId,
    position: 0,
  })
  try {
    await blob.end()
    await blob.commit()
  } catch (error) {
    await blob.abort()
    throw error
  }
  await storeSegment(services, upload, { offset: 0, position: 0, blob })
}
