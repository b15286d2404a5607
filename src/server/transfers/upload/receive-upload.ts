import type { FastifyReply, FastifyRequest } from 'fastify'
import { deriveFileKey, newTransferKey } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { checkMails } from '../sender/mail-limits.ts'
import { findSenderPairs, findSizeLimits, type Sender } from '../sender/sender.ts'
import { type KeptTerms, keptOptions } from './bodies/kept-options.ts'
import { commitTransfer, type Settle } from './commit-transfer.ts'
import { openIncomingForm } from './incoming-form.ts'
import { prepareTransfer, type UploadResult } from './prepare-transfer.ts'
import { promiseLink } from './progress/early-link.ts'
import { beginUpload, type ClaimedUpload } from './upload-call.ts'
import { recipientsOf, validateAllOptions, validateOptions } from './upload-options.ts'

/**
 * Makes a transfer of what a request uploads. It is in the table before this resolves.
 * @param type of the body: a form, or a file by itself
 * @throws Failure as beginUpload and makeTransfer do
 */
export async function receiveUpload(
  services: Services,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  sender: Sender,
  type?: 'form' | 'file',
): Promise<UploadResult> {
  const upload = await beginUpload(services, call, sender, type)
  try {
    const result = await makeTransfer(services, upload, sender)
    await upload.succeed()
    return result
  } catch (error) {
    throw await upload.fail(error)
  }
}

/**
 * Makes a transfer of an upload: its bytes are scanned and sealed while they arrive, and durable before the first row is
 * written. A failure leaves nothing behind; only if it is unknown whether the rows were committed, the blobs are left to the sweep.
 * @param from the resumable upload that it came in, or the service, if it did
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure, ScannerUnavailable
 */
export async function makeTransfer(
  services: Services,
  { body, claim, report, token }: ClaimedUpload,
  sender: Sender,
  from: {
    readonly manageToken?: string
    readonly linkId?: string | undefined
    readonly settle?: Settle
    /** Terms of a transfer that comes from another service. */
    readonly kept?: KeptTerms
  } = {},
): Promise<UploadResult> {
  const { config } = services
  const transferId = newId()
  const fileId = newId()
  const transferKey = newTransferKey()
  const pairs = await findSenderPairs(services, sender)
  const limits = await findSizeLimits(services, sender, claim.id)
  const findKey = () => deriveFileKey(transferKey, fileId)
  const form = await openIncomingForm(services, body, { fileId, findKey, limits, claim, report })
  const early =
    token !== undefined && body.length !== undefined && !sender.visitor
      ? promiseLink(services, sender, {
          token,
          total: body.length,
          fields: () => form.fields,
          received: () => form.received(),
        })
      : undefined
  let isCommitting = false
  try {
    await form.read({
      field: (name, value) =>
        name === 'emails' ? checkMails(services, sender, recipientsOf(value)) : undefined,
      file: (fields) => void validateOptions(fields, sender, pairs, config),
    })
    await report('validating')
    const options = from.kept
      ? keptOptions(form.fields, sender, services, from.kept)
      : validateAllOptions(form.fields, sender, await findSenderPairs(services, sender), config)
    await report('scanning')
    const scan = await form.verdict()
    const { segment, ...content } = await form.store(options.title)
    const prepared = await prepareTransfer(
      services,
      {
        ...content,
        transferId,
        transferKey,
        fileId,
        scan,
        segments: [segment],
        segmentsStored: false,
        sender,
        claimId: claim.id,
        linkId: from.linkId ?? (await early?.settle()),
        manageToken: from.manageToken,
      },
      options,
    )
    await report('finalizing')
    isCommitting = true
    return await commitTransfer(services, prepared, from.settle)
  } catch (error) {
    await early?.fail(error)
    await form.abort()
    // Any other error of a commit does not prove that nothing was written.
    if (!isCommitting || error instanceof Failure) await form.remove()
    throw error
  }
}
