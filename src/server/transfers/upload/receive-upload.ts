import { deriveFileKey, newTransferKey } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import type { Services } from '#server/platform/services.ts'
import { checkMails } from '../sender/mail-limits.ts'
import { findSenderPairs, findSizeLimits, type Sender } from '../sender/sender.ts'
import { commitTransfer, prepareTransfer, type Settle } from './commit-transfer.ts'
import { type IncomingForm, takeForm } from './incoming-form.ts'
import { recipientsOf, validateAllOptions, validateOptions } from './upload-options.ts'
import type { UploadResult } from './upload-reply.ts'
import type { ReportStep } from './upload-steps.ts'

/**
 * Makes a transfer of an upload form; see takeForm. It is in the table before this resolves.
 * @param from the resumable upload that the form came in, if it did
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable
 */
export async function receiveForm(
  services: Services,
  form: IncomingForm,
  sender: Sender,
  report: ReportStep,
  from: { manageToken?: string; settle?: Settle } = {},
): Promise<UploadResult> {
  const { config } = services
  const transferId = newId()
  const fileId = newId()
  const transferKey = newTransferKey()
  const pairs = await findSenderPairs(services, sender)
  return takeForm(services, form, {
    fileId,
    limits: await findSizeLimits(services, sender, form.claim.id),
    report,
    field: (name, value) =>
      name === 'emails' ? checkMails(services, sender, recipientsOf(value)) : undefined,
    validate(fields) {
      validateOptions(fields, sender, pairs, config)
    },
    fileKey: () => deriveFileKey(transferKey, fileId),
    complete: async (fields) =>
      validateAllOptions(fields, sender, await findSenderPairs(services, sender), config),
    titleOf: ({ title }) => title,
    async prepare({ segment, ...content }, options) {
      const stored = {
        ...content,
        transferId,
        transferKey,
        fileId,
        segments: [segment],
        segmentsStored: false,
        sender,
        claimId: form.claim.id,
        ...(from.manageToken === undefined ? {} : { manageToken: from.manageToken }),
      }
      const prepared = await prepareTransfer(services, stored, options)
      return () => commitTransfer(services, prepared, from.settle)
    },
  })
}
