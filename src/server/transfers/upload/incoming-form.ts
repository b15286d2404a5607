import type { ScanVerdict } from '#contract/transfers/files.ts'
import { KIB, thumbnailPrefix } from '#contract/transfers/limits.ts'
import { blobLength } from '#crypto/content/blob-header.ts'
import { collectBlob } from '#server/platform/blobs/database/collect-blob.ts'
import { Failure } from '#server/platform/failure.ts'
import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
import { readUploadForm, type UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import { createPacer } from '#server/platform/http/pacer.ts'
import type { Services } from '#server/platform/services.ts'
import { type SealedBlob, sealLater } from '../content/sealed-blob.ts'
import type { StoredSegment } from '../model/transfers-table.ts'
import type { SizeLimits } from '../sender/sender.ts'
import { maxNamedFiles } from '../sender/visitors/visitor-reply.ts'
import { readKeptFiles } from './bodies/read-kept-files.ts'
import { readPlainFile } from './bodies/read-plain-file.ts'
import type { UploadClaim } from './claims/claim-upload.ts'
import { assertBundle, assertBundleLength, saysEndToEnd } from './end-to-end-options.ts'
import {
  createFormFields,
  plainType,
  readFileName,
  readModified,
  readPath,
  wrongField,
} from './form-fields.ts'
import { incomingArchive } from './incoming-archive.ts'
import type { DescribedContent, IncomingContent } from './incoming-content.ts'
import { type Intake, openIntake } from './intake.ts'
import { type IncomingPart, incomingPart } from './parts/incoming-part.ts'
import { incomingThumbnails } from './parts/incoming-thumbnails.ts'
import { writeIndex } from './parts/write-index.ts'
import type { ReportStep, UploadBody } from './upload-call.ts'
import { validateLength } from './upload-options.ts'

type Fields = Readonly<Record<string, string>>

/** Checks while an upload arrives, before gigabytes are sent in vain. Each throws to refuse. */
type EarlyChecks = {
  /** A text field has come. */
  field?(name: string, value: string): Promise<void> | undefined
  /** A file begins, with fields that have not been checked yet. */
  file(fields: Fields): void
}

/** Content that is sealed and durable. */
type TakenContent = DescribedContent & {
  readonly segment: StoredSegment
  /** Parts kept beside the content: the list of an archive's members, and thumbnails. */
  readonly parts: readonly StoredSegment[]
  /** Bytes before packing. */
  readonly originalSize: number
  /** The first files, as they came. */
  readonly listing: readonly { readonly filename: string; readonly size: number }[]
}

/**
 * The files of an upload while they arrive: one as it is from the field `file`, any number as a ZIP from `files`. They are
 * scanned and sealed meanwhile.
 */
type IncomingForm = {
  /** Text fields so far, but those of single files. */
  readonly fields: Fields
  /** Bytes of its files so far. */
  received(): number
  /** Reads the body to its end. @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable */
  read(checks: EarlyChecks): Promise<void>
  /** @throws Failure VIRUS_DETECTED, NOT_SCANNABLE; ScannerUnavailable */
  verdict(): Promise<ScanVerdict>
  /** Makes the content durable. @param title of several files @throws BlobStoreFailure */
  store(title: string | undefined): Promise<TakenContent>
  /** Drops what is not durable. Never rejects. */
  abort(): Promise<void>
  /** Removes what is durable and certainly has no row. Never rejects. */
  remove(): Promise<void>
}

type Opening = {
  readonly fileId: string
  /** Finds the key of the file. Called at most once, when the first bytes are there. */
  readonly findKey: (fields: Fields) => Uint8Array | Promise<Uint8Array>
  readonly limits: SizeLimits
  readonly claim: UploadClaim
  readonly report: ReportStep
}

/** The content of a form of at most this many bytes is kept in the database. */
const smallForm = 64 * KIB

/** @throws Failure FILE_TOO_LARGE, TRANSFER_TOO_LARGE, STORAGE_QUOTA_EXCEEDED for the length that is declared */
export async function openIncomingForm(
  services: Services,
  body: UploadBody,
  { fileId, findKey, limits, claim, report }: Opening,
): Promise<IncomingForm> {
  const { config, blobs, clock, meter } = services
  const { length = Number.POSITIVE_INFINITY } = body
  if (Number.isFinite(length)) validateLength(length, { plain: body.type === 'file' }, limits)
  const fields = createFormFields()
  const intake = await openIntake(services, limits, claim)
  const small = config.SMALL_FILES_IN_DATABASE && length <= smallForm ? collectBlob() : undefined
  let key: Promise<Uint8Array> | undefined
  const fileKey = () => (key ??= Promise.try(() => findKey(fields.options)))
  const blob = sealLater(small ?? blobs.default, fileKey, { fileId, position: 0 })
  let content: IncomingContent | undefined
  let index: IncomingPart | undefined
  const pictures = incomingPart(services, fileKey, { fileId, part: 'thumbnails' })
  const thumbnails = incomingThumbnails(pictures)
  const listing = createListing()
  let checkedOptions = -1

  function beginArchive(): IncomingContent {
    index = incomingPart(services, fileKey, { fileId, part: 'members' })
    return incomingArchive(services, intake, blob, writeIndex(index))
  }
  function addFile(
    field: 'file' | 'files',
    sentName: string,
    filename: string,
    mimeType: string | undefined,
  ) {
    content ??= field === 'file' ? incomingFile(intake, blob, saysEndToEnd(fields.options)) : beginArchive()
    const path = readPath(fields.next('folderPath_', sentName), filename)
    const modified = readModified(fields.next('modifiedAt_', sentName), filename, clock.now())
    const isSealed = saysEndToEnd(fields.options)
    if (isSealed) assertBundle({ filename: sentName, path, isSeveral: field === 'files', modified })
    listing.add(path, intake.size)
    const thumbnail = thumbnails.of(sentName)
    return content.add({ field, filename, mimeType, path, thumbnail, modified })
  }
  const metered = body.isStored ? (sink: PartSink) => sink : meterSinks(meter, limits.speed)
  function handlersFor(checks: EarlyChecks): UploadFormHandlers {
    return {
      field(name, value) {
        fields.take(name, value)
        return checks.field?.(name, value)
      },
      file({ name, filename: sentName, mimeType }) {
        if (name.startsWith(thumbnailPrefix)) {
          if (saysEndToEnd(fields.options))
            throw new Failure('END_TO_END_PLAINTEXT', { details: 'thumbnails' })
          return metered(thumbnails.take(name.slice(thumbnailPrefix.length)))
        }
        if (name !== 'file' && name !== 'files')
          throw new Failure('VALIDATION_ERROR', { details: 'form: a file belongs in the field "file"' })
        const filename = readFileName(sentName)
        // Only after another field: most of up to 80 000 files come without one before them.
        if (fields.optionCount !== checkedOptions) checks.file(fields.options)
        checkedOptions = fields.optionCount
        return metered(addFile(name, sentName, filename, mimeType))
      },
    }
  }
  const stored = () => [blob, pictures, ...(index ? [index] : [])]
  return {
    fields: fields.options,
    received: () => intake.size,
    async read(checks) {
      const handlers = handlersFor(checks)
      if (body.type === 'file') await readPlainFile(body.request, handlers)
      else if (body.type === 'kept') await readKeptFiles(body, handlers)
      else await readUploadForm(body.stream, body.contentType, handlers)
      if (!content)
        throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. The form carries no file.' })
      fields.end()
      if (!saysEndToEnd(fields.options)) return
      if (!content.isSealed)
        throw new Failure('VALIDATION_ERROR', { details: 'encryptionMethod: it has to come before the file' })
      assertBundleLength(intake.size)
    },
    verdict: () => intake.verdict(),
    async store(title) {
      if (!content) throw new Error('there is no file')
      await report('compressing')
      const described = await content.end(title)
      await report('encrypting')
      await blob.end()
      await report('storing')
      await blob.commit()
      const segment = {
        file_id: fileId,
        part: 'content' as const,
        position: 0,
        blob_id: blob.blobId.toString('hex'),
        size: blob.size,
        store: small ? ('database' as const) : blobs.default.name,
        sealed_size: blobLength(blob.size),
        ...(small && { content: small.content() }),
      }
      const parts = [...(index ? [await index.commit()] : []), ...(await thumbnails.commit(described.packed))]
      return { ...described, segment, parts, originalSize: intake.size, listing: listing.end(intake.size) }
    },
    async abort() {
      content?.abort()
      intake.abort()
      await Promise.all(stored().map((part) => part.abort()))
    },
    async remove() {
      await Promise.all(stored().map((part) => part.remove()))
    },
  }
}

/** Counts what a sink takes, and slows it down to a speed. Stored bytes were counted and paced when they came. */
function meterSinks(meter: Services['meter'], bytesPerSecond: number): (sink: PartSink) => PartSink {
  const pace = Number.isFinite(bytesPerSecond) ? createPacer(bytesPerSecond) : undefined
  return (sink) => ({
    write(chunk) {
      const { length } = chunk
      meter.received(length)
      const written = sink.write(chunk)
      return pace ? Promise.resolve(written).then(() => pace(length)) : written
    },
    end: () => sink.end(),
  })
}

/** Keeps the names of the first files, and their sizes: each begins where the one before it has ended. */
function createListing() {
  const begun: { filename: string; from: number }[] = []
  return {
    /** @param from bytes of all files before it */
    add(filename: string, from: number) {
      if (begun.length <= maxNamedFiles) begun.push({ filename, from })
    },
    /** @param size bytes of all files */
    end: (size: number) =>
      begun
        .map(({ filename, from }, index) => ({ filename, size: (begun[index + 1]?.from ?? size) - from }))
        .slice(0, maxNamedFiles),
  }
}

/** One file, stored as it is. One that its sender has sealed is not looked into. */
function incomingFile(intake: Intake, blob: SealedBlob, isSealed: boolean): IncomingContent {
  let described: DescribedContent | undefined
  return {
    add({ filename, mimeType, path, modified }) {
      if (described || path !== filename) throw wrongField()
      // Only receivers learn the type of a sealed file.
      described = {
        filename,
        mimeType: plainType(isSealed ? undefined : mimeType),
        modified,
        uploaded: 1,
        packed: false,
      }
      return isSealed ? intake.sealedSink(filename, blob) : intake.sink(filename, blob)
    },
    isSealed,
    async end() {
      if (!described) throw new Error('there is no file')
      return described
    },
    abort() {},
  }
}
