import type { UploadReply } from '#contract/transfers/files.ts'
import { KIB } from '#contract/transfers/limits.ts'
import { blobLength } from '#crypto/content/blob-header.ts'
import { deriveFileKey, newTransferKey } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import { collectBlob } from '#server/platform/blobs/database/collect-blob.ts'
import { Failure } from '#server/platform/failure.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { openSealedBlob } from '../content/sealed-blob.ts'
import { checkMailLimits } from '../links/mail-limits.ts'
import { createFormFields } from './form-fields.ts'
import { incomingArchive } from './incoming-archive.ts'
import type { IncomingContent } from './incoming-content.ts'
import { incomingFile } from './incoming-file.ts'
import { scanVerdicts } from './scan-verdicts.ts'
import { findSenderPairs, findSizeLimits, type Sender } from './sender.ts'
import { commitTransfer, prepareTransfer, type Settle } from './store-transfer.ts'
import { createIntake } from './take-in.ts'
import type { UploadClaim } from './upload-claims.ts'
import { recipientsOf, validateAllOptions, validateFileName, validateOptions } from './upload-options.ts'
import type { ReportStep } from './upload-steps.ts'

/** An upload, wherever its bytes come from. */
export type IncomingForm = {
  /** Reads it to its end: readUploadForm, or what reads another kind of body in the same terms. */
  read(handlers: UploadFormHandlers): Promise<void>
  readonly claim: UploadClaim
  /** Bytes of the whole form, as far as the sender says; they are no more. */
  readonly length?: number | undefined
}

/** A form of at most so many bytes has its content kept in the database. */
const smallForm = 64 * KIB

/**
 * Takes the files of a multipart form: one as it is from the field `file`, any number as a ZIP from `files`. They are
 * scanned and sealed while they arrive, durable and in the table before this resolves. Whatever goes wrong, nothing of it
 * stays behind; only where it is unknown whether the rows were committed, the blob is left to the sweep.
 * @param from the resumable upload that the form came in, if it did
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable
 */
export async function receiveForm(
  services: Services,
  { read, claim, length = Number.POSITIVE_INFINITY }: IncomingForm,
  sender: Sender,
  report: ReportStep,
  from: { manageToken?: string; settle?: Settle } = {},
): Promise<Omit<UploadReply, 'success'>> {
  const { config, blobs } = services
  const transferId = newId()
  const fileId = newId()
  const transferKey = newTransferKey()
  const fields = createFormFields()
  const pairs = await findSenderPairs(services, sender)
  const verdicts = scanVerdicts(services)
  const limits = await findSizeLimits(services, sender, claim.id)
  const intake = createIntake(services, limits, verdicts, claim)
  const small = config.SMALL_FILES_IN_DATABASE && length <= smallForm ? collectBlob() : undefined
  const place = small ? { stage: async () => small.stage, remove: async () => {} } : blobs.default
  const blob = await openSealedBlob(place, deriveFileKey(transferKey, fileId), {
    fileId,
    position: 0,
  })
  let content: IncomingContent | undefined
  let committing = false
  let validated = -1
  try {
    await read({
      field(name, value) {
        fields.take(name, value)
        return name === 'emails' ? checkMailLimits(services, sender, recipientsOf(value)) : undefined
      },
      file({ name, filename, mimeType }) {
        if (name !== 'file' && name !== 'files') {
          throw new Failure('VALIDATION_ERROR', { details: 'form: a file belongs in the field "file"' })
        }
        validateFileName(filename)
        // Of what may be 80 000 files most come without another field before them.
        if (fields.optionCount !== validated) validateOptions(fields.options, sender, pairs, config)
        validated = fields.optionCount
        content ??= name === 'file' ? incomingFile(intake, blob) : incomingArchive(services, intake, blob)
        return content.add({ field: name, filename, mimeType, folder: fields.folderOf(filename) })
      },
    })
    if (!content)
      throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. The form carries no file.' })
    await report('validating')
    fields.end()
    const options = validateAllOptions(
      fields.options,
      sender,
      await findSenderPairs(services, sender),
      config,
    )
    await report('scanning')
    const scan = await verdicts.settle()
    await report('compressing')
    const described = await content.end(options.title)
    await report('encrypting')
    await blob.end()
    await report('storing')
    await blob.commit()
    const segment = {
      file_id: fileId,
      position: 0,
      blob_id: blob.blobId.toString('hex'),
      size: blob.size,
      store: small ? ('database' as const) : blobs.default.name,
      sealed_size: blobLength(blob.size),
      ...(small && { content: small.content() }),
    }
    const prepared = await prepareTransfer(
      services,
      {
        ...described,
        transferId,
        transferKey,
        fileId,
        scan,
        segments: [segment],
        segmentsStored: false,
        originalSize: intake.size,
        sender,
        claimId: claim.id,
        ...(from.manageToken === undefined ? {} : { manageToken: from.manageToken }),
      },
      options,
    )
    await report('finalizing')
    committing = true
    return await commitTransfer(services, prepared, from.settle)
  } catch (error) {
    content?.abort()
    intake.abort()
    await blob.abort()
    // Whatever else a commit throws does not prove that nothing was written.
    if (!committing || error instanceof Failure) await blob.remove()
    throw error
  }
}
