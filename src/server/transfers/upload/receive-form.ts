import type { Readable } from 'node:stream'
import type { UploadReply } from '#contract/files.ts'
import { newFileKey } from '#crypto/file-key.ts'
import { newId } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import { readUploadForm } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { checkMailLimits } from '../consume-mail-limits.ts'
import { recipientsOf, validateFileName, validateOptions } from '../file-policy.ts'
import { openSealedBlob } from '../sealed-blob.ts'
import { createFormFields } from './form-fields.ts'
import { incomingArchive } from './incoming-archive.ts'
import type { IncomingContent } from './incoming-content.ts'
import { incomingFile } from './incoming-file.ts'
import { scanVerdicts } from './scan-verdicts.ts'
import { findSenderPairs, findSizeLimits, type Sender } from './sender.ts'
import { type Settle, storeFile } from './store-file.ts'
import { createIntake } from './take-in.ts'
import type { ReportStep } from './upload-steps.ts'

/** An upload form, wherever its bytes come from. */
export type IncomingForm = { readonly body: Readable; readonly contentType: string }

/**
 * Takes the files of a multipart form: one as it is from the field `file`, any number as a ZIP from `files`. They are
 * scanned and sealed while they arrive, durable and in the table before this resolves. Whatever goes wrong,
 * nothing of it stays behind.
 * @param from the resumable upload that the form came in, if it did
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable
 */
export async function receiveForm(
  services: Services,
  form: IncomingForm,
  sender: Sender,
  report: ReportStep,
  from: { deletionToken?: string; settle?: Settle } = {},
): Promise<Omit<UploadReply, 'success'>> {
  const fileId = newId()
  const fileKey = newFileKey()
  const fields = createFormFields()
  const pairs = await findSenderPairs(services, sender)
  const verdicts = scanVerdicts(services)
  const intake = createIntake(services, await findSizeLimits(services, sender), verdicts)
  const blob = await openSealedBlob(services.blobs, fileKey, fileId)
  let content: IncomingContent | undefined
  try {
    await readUploadForm(form.body, form.contentType, {
      field(name, value) {
        fields.take(name, value)
        return name === 'emails' ? checkMailLimits(services, sender, recipientsOf(value)) : undefined
      },
      file({ name, filename, mimeType }) {
        if (name !== 'file' && name !== 'files') {
          throw new Failure('VALIDATION_ERROR', { details: 'form: a file belongs in the field "file"' })
        }
        validateFileName(filename)
        validateOptions(fields.options, sender, pairs)
        content ??= name === 'file' ? incomingFile(intake, blob) : incomingArchive(services, intake, blob)
        return content.add({ field: name, filename, mimeType, folder: fields.folderOf(filename) })
      },
    })
    if (!content)
      throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. The form carries no file.' })
    await report('validating')
    fields.end()
    const options = validateOptions(fields.options, sender, await findSenderPairs(services, sender))
    await report('scanning')
    const scan = await verdicts.settle()
    await report('compressing')
    const described = await content.end()
    await report('encrypting')
    await blob.end()
    await report('storing')
    await blob.commit()
    return await storeFile(
      services,
      {
        ...described,
        fileId,
        fileKey,
        scan,
        pieces: [{ blob_id: blob.blobId.toString('hex'), size: blob.size }],
        segmentsStored: false,
        originalSize: intake.size,
        sender,
        ...(from.deletionToken === undefined ? {} : { deletionToken: from.deletionToken }),
      },
      options,
      report,
      from.settle,
    )
  } catch (error) {
    content?.abort()
    intake.abort()
    await blob.abort()
    throw error
  }
}
