import type { ScanVerdict } from '#contract/transfers/files.ts'
import { KIB, thumbnailPrefix } from '#contract/transfers/limits.ts'
import { blobLength } from '#crypto/content/blob-header.ts'
import { collectBlob } from '#server/platform/blobs/database/collect-blob.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import { Failure } from '#server/platform/failure.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { findContentCheck } from '../content/blocked-content.ts'
import { openSealedBlob, type SealedBlob } from '../content/sealed-blob.ts'
import type { StoredSegment } from '../model/transfers-table.ts'
import type { SizeLimits } from '../sender/sender.ts'
import { maxNamedFiles } from '../sender/visitors/visitor-reply.ts'
import type { UploadClaim } from './claims/claim-steps.ts'
import { createFormFields } from './form-fields.ts'
import { incomingArchive } from './incoming-archive.ts'
import type { DescribedContent, IncomingContent } from './incoming-content.ts'
import { incomingFile } from './incoming-file.ts'
import { createIntake } from './intake.ts'
import { incomingPart } from './parts/incoming-part.ts'
import { incomingThumbnails, type ThumbnailPlace } from './parts/incoming-thumbnails.ts'
import { writeIndex } from './parts/write-index.ts'
import { scanVerdicts } from './scan-verdicts.ts'
import { readFileName, readPath } from './sent-names.ts'
import { readModified } from './sent-times.ts'
import { validateLength } from './upload-options.ts'
import type { ReportStep } from './upload-steps.ts'

/** An upload, wherever its bytes come from. */
export type IncomingForm = {
  /** Reads it to its end: readUploadForm, or what reads another kind of body in the same terms. */
  read(handlers: UploadFormHandlers): Promise<void>
  readonly claim: UploadClaim
  /** Bytes of the whole form, as far as the sender says; they are no more. */
  readonly length?: number | undefined
  /** Whether it is a file and nothing else. */
  readonly plain?: boolean
}

type Fields = Readonly<Record<string, string>>

/** Purpose of a form: it decides about the fields, the key that seals the content, and the result. */
export type FormPurpose<Options, Result> = {
  readonly fileId: string
  readonly limits: SizeLimits
  readonly report: ReportStep
  /** A text field has come. Throws to refuse. */
  field?(name: string, value: string): Promise<void> | undefined
  /** A file begins, with fields that have not been looked at yet. Throws to refuse. */
  validate(fields: Fields): void
  /** The key of the file, asked for when the first one has begun: with what came before it. */
  fileKey(fields: Fields): Uint8Array | Promise<Uint8Array>
  /** All fields have come. Throws to refuse. */
  complete(fields: Fields): Promise<Options>
  /** Title of several files. */
  titleOf(options: Options): string | undefined
  /**
   * The content is durable and needs its rows, of which none is written yet. Gives what writes them: a Failure from that
   * says that nothing was written.
   */
  prepare(content: TakenContent, options: Options): Promise<() => Promise<Result>>
}

/** Content that is sealed and durable. */
export type TakenContent = DescribedContent & {
  readonly segment: StoredSegment
  /** Parts kept beside the content: the list of an archive's members, and thumbnails. */
  readonly parts: readonly StoredSegment[]
  readonly scan: ScanVerdict
  /** Bytes before packing. */
  readonly originalSize: number
  /** The first files, as they came. */
  readonly listing: readonly { readonly filename: string; readonly size: number }[]
}

/** The content of a form of at most this many bytes is kept in the database. */
const smallForm = 64 * KIB

/**
 * Takes the files of a multipart form: one as it is from the field `file`, any number as a ZIP from `files`. They are scanned
 * and sealed while they arrive, and durable before `prepare` is called. A failure leaves nothing behind; only if it is unknown
 * whether the rows were committed, the blob is left to the sweep.
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable
 */
export async function takeForm<Options, Result>(
  services: Services,
  { read, claim, length = Number.POSITIVE_INFINITY, plain = false }: IncomingForm,
  purpose: FormPurpose<Options, Result>,
): Promise<Result> {
  const { config, blobs } = services
  const { fileId, report } = purpose
  if (Number.isFinite(length)) validateLength(length, { plain }, purpose.limits)
  const fields = createFormFields()
  const verdicts = scanVerdicts(services)
  const intake = createIntake(services, purpose.limits, verdicts, claim, await findContentCheck(services))
  const small = config.SMALL_FILES_IN_DATABASE && length <= smallForm ? collectBlob() : undefined
  let key: Promise<Uint8Array> | undefined
  const fileKey = () => (key ??= Promise.try(() => purpose.fileKey(fields.options)))
  const blob = openLater(async () =>
    openSealedBlob(small ?? blobs.default, await fileKey(), { fileId, position: 0 }),
  )
  const index = incomingPart(services, fileKey, { fileId, part: 'members' })
  const pictures = incomingPart(services, fileKey, { fileId, part: 'thumbnails' })
  const thumbnails = incomingThumbnails(pictures)
  /** Thumbnail of the most recent file. */
  let thumbnail: ThumbnailPlace | undefined
  let content: IncomingContent | undefined
  const listing = createListing()
  let committing = false
  let validated = -1
  try {
    await read({
      field(name, value) {
        fields.take(name, value)
        return purpose.field?.(name, value)
      },
      file({ name, filename: sentName, mimeType }) {
        if (name.startsWith(thumbnailPrefix)) return thumbnails.take(name.slice(thumbnailPrefix.length))
        if (name !== 'file' && name !== 'files') {
          throw new Failure('VALIDATION_ERROR', { details: 'form: a file belongs in the field "file"' })
        }
        const filename = readFileName(sentName)
        // Validates only after another field: most of up to 80 000 files come without one before them.
        if (fields.optionCount !== validated) purpose.validate(fields.options)
        validated = fields.optionCount
        content ??=
          name === 'file'
            ? incomingFile(intake, blob)
            : incomingArchive(services, intake, blob, writeIndex(index))
        const path = readPath(fields.next('folderPath_', sentName), filename)
        const modified = readModified(fields.next('modifiedAt_', sentName), filename, services.clock.now())
        listing.add(path, intake.size)
        thumbnail = thumbnails.of(sentName)
        return content.add({ field: name, filename, mimeType, path, thumbnail, modified })
      },
    })
    if (!content)
      throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. The form carries no file.' })
    await report('validating')
    fields.end()
    const options = await purpose.complete(fields.options)
    await report('scanning')
    const scan = await verdicts.settle()
    await report('compressing')
    const described = await content.end(purpose.titleOf(options))
    await report('encrypting')
    await blob.end()
    await report('storing')
    await blob.commit()
    const parts = described.packed ? [await index.commit()] : []
    // A file by itself has no index that says which of several is its own.
    const hasPictures = described.packed ? pictures.size > 0 : thumbnail?.[1] === pictures.size
    if (hasPictures) parts.push(await pictures.commit())
    else await pictures.abort()
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
    const taken = {
      ...described,
      segment,
      parts,
      scan,
      originalSize: intake.size,
      listing: listing.end(intake.size),
    }
    const commit = await purpose.prepare(taken, options)
    await report('finalizing')
    committing = true
    const result = await commit()
    for (const { content } of [segment, ...parts]) if (content) releaseBuffer(content)
    return result
  } catch (error) {
    content?.abort()
    intake.abort()
    const stored = [blob, index, pictures]
    await Promise.all(stored.map((part) => part.abort()))
    // Any other error of a commit does not prove that nothing was written.
    if (!committing || error instanceof Failure) await Promise.all(stored.map((part) => part.remove()))
    throw error
  }
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

/** A sealed blob that is opened with the first byte, or at the end where there is none. */
function openLater(open: () => Promise<SealedBlob>): SealedBlob {
  let opening: Promise<SealedBlob> | undefined
  let opened: SealedBlob | undefined
  async function obtain(): Promise<SealedBlob> {
    opening ??= open()
    opened = await opening
    return opened
  }
  function present(): SealedBlob {
    if (!opened) throw new Error('the blob has not been opened')
    return opened
  }
  return {
    get blobId() {
      return present().blobId
    },
    get size() {
      return present().size
    },
    write: (piece) => (opened ? opened.write(piece) : obtain().then((blob) => blob.write(piece))),
    end: async () => (await obtain()).end(),
    commit: () => present().commit(),
    async abort() {
      // A blob that did not open has nothing to drop.
      const blob = await opening?.catch(() => undefined)
      await blob?.abort()
    },
    async remove() {
      await opened?.remove()
    },
  }
}
