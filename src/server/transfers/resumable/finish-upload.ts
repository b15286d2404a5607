import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { sha256 } from '#crypto/random-id.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { openBytes, openContent, type PlainContent, type ReadBytes } from '../content/open-content.ts'
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
import type { ReportStep } from '../upload/upload-call.ts'
import { validateAllOptions } from '../upload/upload-options.ts'
import type { OpenUpload } from './find-upload.ts'
import { storeSegment } from './segment-writer.ts'
import type { UploadKind } from './upload-metadata.ts'
import { keepOutcome } from './upload-outcome.ts'

/** Settles an upload in the transaction that makes a file of it. */
type Finishing = { readonly report: ReportStep; readonly settle: Settle }
type FileKind = Extract<UploadKind, { type: 'file' }>
type FormKind = Extract<UploadKind, { type: 'form' }>

/**
 * Makes a file of an upload whose bytes have all arrived.
 * @param id of the upload's address
 * @param lock that keeps other calls from finishing it
 * @param scan the verdict, when the file was scanned on its way in
 * @throws Failure as makeTransfer and addFiles do, LockLost
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
  return kind.type === 'form'
    ? finishForm(services, upload, kind, { ...token, report, settle })
    : finishFile(services, upload, kind, { ...token, report, settle, scan })
}

/** Reads a form from its segments as if it came in just now, and removes them. */
async function finishForm(
  services: Services,
  upload: OpenUpload,
  { contentType }: FormKind,
  { report, ...from }: Finishing & { readonly manageToken?: string },
): Promise<UploadResult> {
  const { target, transferKey, sender } = upload
  await goOnHolding(services, upload.transferId, 0)
  const read = await openUploaded(services, upload)
  const stream = Readable.from(read(0, upload.length), { objectMode: false })
  const body = { type: 'form', stream, contentType, length: undefined, isStored: true } as const
  const stored = { body, claim: claimOf(services, upload), report }
  const reply = target
    ? await addFiles(services, await findTarget(services, withKeyOf(target)), stored, sender, {
        ...from,
        transferKey,
      })
    : await makeTransfer(services, stored, sender, { ...from, linkId: upload.linkId })
  await removeSegments(services, upload.fileId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the segments of an upload are left to the sweep')
  })
  return reply
}

/** Makes the segments of a single file its content, as they are. */
async function finishFile(
  services: Services,
  upload: OpenUpload,
  kind: FileKind,
  { report, settle, manageToken, scan }: Finishing & { manageToken?: string; scan: ScanVerdict | undefined },
): Promise<UploadResult> {
  const { target, fileId, transferId, transferKey, length, sender } = upload
  if (scan === undefined) await report('scanning')
  const verdict = scan ?? (await scanStored(services, upload, kind))
  await report('encrypting')
  const file = {
    fileId,
    filename: kind.filename,
    mimeType: plainType(kind.mimeType),
    modified: kind.modified,
    originalSize: length,
    uploaded: 1,
    packed: false,
    scan: verdict,
    sender,
    claimId: transferId,
  }
  if (target) {
    await report('finalizing')
    const added = { ...file, size: length, segments: [], seen: undefined }
    return commitAddedFile(services, await findTarget(services, withKeyOf(target)), added, settle)
  }
  const content = {
    ...file,
    transferId,
    transferKey,
    segments: await findSegments(services.database, fileId),
    segmentsStored: true,
    listing: [{ filename: kind.filename, size: length }],
    linkId: upload.linkId,
    manageToken,
  }
  const pairs = await findSenderPairs(services, sender)
  const options = validateAllOptions(kind.options, sender, pairs, services.config)
  const prepared = await prepareTransfer(services, content, options)
  await report('finalizing')
  return commitTransfer(services, prepared, settle)
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

/** The claim of an upload stays until it is settled: its form is stored again while it is read. */
function claimOf(services: Services, { transferId, length }: OpenUpload): UploadClaim {
  return {
    id: transferId,
    progress: (stored) => goOnHolding(services, transferId, Math.min(length, stored)),
    async release() {},
  }
}

/** @throws Failure VIRUS_DETECTED, NOT_SCANNABLE, and as the intake of an upload does */
async function scanStored(services: Services, upload: OpenUpload, kind: FileKind): Promise<ScanVerdict> {
  const { filename, options } = kind
  const part = await storedPart(services, upload)
  const content = await openContent(services.blobs, options.encryptionMethod ?? '', part, upload.fileKey)
  // A scanner learns nothing from what only receivers can read.
  return content.kind === 'plain' ? scan(services, upload, filename, content) : 'unscanned'
}

async function scan(
  services: Services,
  { sender, transferId, length }: OpenUpload,
  filename: string,
  content: PlainContent,
): Promise<ScanVerdict> {
  const limits = await findSizeLimits(services, sender, transferId)
  const intake = await openIntake(services, limits, { progress: () => goOnHolding(services, transferId) })
  const sink = intake.sink(filename, { write: () => undefined })
  try {
    for await (const chunk of content.read(0, length)) {
      await sink.write(chunk)
      releaseBuffer(chunk)
      // Other requests get their turn while a large file is read.
      await breathe()
    }
    await sink.end()
    return await intake.verdict()
  } finally {
    intake.abort()
  }
}

async function openUploaded(services: Services, upload: OpenUpload): Promise<ReadBytes> {
  return openBytes(services.blobs, await storedPart(services, upload), upload.fileKey)
}

/** The segments of an upload. An empty one gets its one, empty, segment. */
async function storedPart(services: Services, upload: OpenUpload) {
  const { fileId } = upload
  if (upload.length === 0) await storeEmptySegment(services, upload)
  return { fileId, segments: await findSegments(services.database, fileId) }
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
