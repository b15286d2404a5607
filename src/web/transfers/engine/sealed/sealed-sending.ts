import { ApiError } from '#client/api-error.ts'
import { leavesUpload } from '#client/retry.ts'
import { type UploadAnswer, uploadForm } from '#client/upload-form.ts'
import { bundleName } from '#contract/transfers/end-to-end.ts'
import type { UploadFields, UploadReply } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { type Selection, sumOf } from '../../selection/selection.ts'
import { headersOfSender, ownReply } from '../as-sender.ts'
import { formBody } from '../resumable/form-body.ts'
import type { ResumableTransfer } from '../resumable/resumable-transfer.ts'
import type { StoppedUpload } from '../resumable/stopped-uploads.ts'
import { factsOf, type Sent, type TransferWatch } from '../state/transfer-state.ts'
import { sealedFieldsOf, type TransferOptions } from '../transfer-options.ts'
import { fetchResumable } from '../upload-way.ts'
import { resealSelection, sealSelection } from './seal-selection.ts'
import { type SealedBody, SealingStopped } from './sealed-body.ts'

/** Bytes of a bundle up to which it goes out as a form, where resumable uploads aren't let through: it is held in memory. */
const largestForm = 256 * 1024 * 1024

type ToSend = {
  readonly selection: Selection
  readonly options: TransferOptions
  readonly asAccount: boolean
  readonly baseUrl: string
  /** Bytes above which an upload is resumable. */
  readonly resumableAbove: number
  /** One of an earlier page to go on with, whose options are settled. */
  readonly stopped?: StoppedUpload | undefined
}

type SealedSending = { send(watch: TransferWatch): Promise<Sent>; discard(): void }

/** Seals a selection once and sends it, also repeatedly: after an interruption it goes on where it was. */
function newSealedSending({
  selection,
  options,
  asAccount,
  baseUrl,
  resumableAbove,
  stopped,
}: ToSend): SealedSending {
  let sealing: Promise<SealedBody> | undefined
  let resumable: ResumableTransfer | 'refused' | undefined

  async function sendSealed(body: SealedBody, watch: TransferWatch): Promise<UploadAnswer> {
    const fields: [keyof UploadFields, string][] = [
      ...sealedFieldsOf(options),
      ['slot', body.head.slot],
      ['proof', body.head.proof],
    ]
    const isLong = body.size > resumableAbove
    const metadata = {
      ...Object.fromEntries(fields),
      filename: bundleName,
      filetype: 'application/octet-stream',
    }
    resumable ??= isLong
      ? await (await fetchResumable()).beginSealed(selection, body, metadata, baseUrl)
      : 'refused'
    watch.signal.throwIfAborted()
    if (resumable !== 'refused') {
      const reply = await resumable.send(watch, () => headersOfSender(asAccount))
      if (reply !== 'refused') return reply
      resumable = 'refused'
    }
    return sendAsForm(body, fields, watch)
  }

  async function sendAsForm(
    body: SealedBody,
    fields: readonly (readonly [name: string, value: string])[],
    { onProgress, stepsToken, signal }: TransferWatch,
  ): Promise<UploadAnswer> {
    if (body.size > largestForm) throw notLetThrough()
    const blobs: Blob[] = []
    for (let at = 0; at < body.size; at += blobs.at(-1)?.size ?? body.size)
      blobs.push(await body.slice(at, body.size))
    const file = new File(blobs, bundleName, { type: 'application/octet-stream' })
    const form = await formBody({
      fields: fields.map(([name, value]) => ({ name, value })),
      files: [{ name: 'file', file, filename: bundleName }],
    })
    const headers = await headersOfSender(asAccount)
    signal.throwIfAborted()
    return uploadForm({ baseUrl, call: 'upload', form, headers, stepsToken, onProgress, signal })
  }

  /** The rest of an upload of an earlier page. */
  async function sendRest(
    body: SealedBody,
    upload: StoppedUpload,
    watch: TransferWatch,
  ): Promise<UploadAnswer> {
    resumable ??= await (await fetchResumable()).continueSealed(body, upload)
    watch.signal.throwIfAborted()
    const answer = resumable === 'refused' ? resumable : await resumable.send(watch, async () => ({}))
    if (answer === 'refused') throw new Error('the upload cannot be continued here')
    return answer
  }

  function discard() {
    if (resumable !== 'refused') resumable?.discard()
    sealing?.then((body) => body.end()).catch(() => {})
    sealing = resumable = undefined
  }

  async function sendOnce(watch: TransferWatch): Promise<Sent> {
    sealing ??= stopped?.sealed
      ? resealSelection(selection, stopped.sealed)
      : sealSelection(selection, options)
    const body = await sealing.catch((error: unknown) => {
      sealing = undefined
      throw error
    })
    watch.signal.throwIfAborted()
    // Without its keys in this browser, another page can't go on with it.
    const here = {
      ...watch,
      onResumable: () => watch.onResumable(body.keptAs === undefined),
      onLink: (link: string) => watch.onLink(`${link}#${body.head.fragment}`),
    }
    const answer = await (stopped ? sendRest(body, stopped, here) : sendSealed(body, here))
    const reply = named(ownReply(answer), selection, body.head.fragment)
    body.end()
    if (!stopped) return { reply, facts: factsOf(options), password: options.password, asAccount }
    const { askFacts } = await fetchResumable()
    return { reply, facts: await askFacts(reply), password: '', asAccount: false }
  }

  return {
    async send(watch) {
      watch.signal.throwIfAborted()
      try {
        return await sendOnce(watch)
      } catch (error) {
        if (watch.signal.aborted) throw error
        const { reason } = stopOf(error) ?? {}
        if (reason === 'elsewhere') throw saidOf(reason)
        // Refused or changed, it is never sealed again under the same keys.
        if (reason || (error instanceof ApiError && !leavesUpload(error))) {
          discard()
          if (stopped) (await fetchResumable()).forgetUpload(stopped.selection, Date.now())
        }
        throw reason ? saidOf(reason) : error
      }
    },
    discard,
  }
}

/** The end of sealing behind a failure, which the engine takes for that of a line or a file. */
function stopOf(error: unknown): SealingStopped | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof SealingStopped) return at
  return undefined
}

function saidOf(reason: SealingStopped['reason']): ApiError {
  const message = t(reason === 'changed' ? 'sealing.changed' : 'sealing.elsewhere')
  return new ApiError({ status: 0, code: 'SEALING_STOPPED', message })
}

/** The reply with what only this browser knows: the key in the link, and what the files are called. */
function named(reply: UploadReply, selection: Selection, fragment: string): UploadReply {
  const [first] = selection
  const { files, size } = sumOf(selection)
  const filename = first && selection.length === 1 ? first.name : t('download.files', { files })
  const downloadUrl = `${reply.file.downloadUrl}#${fragment}`
  return { ...reply, uploaded: files, file: { ...reply.file, filename, size, downloadUrl } }
}

function notLetThrough(): ApiError {
  const message = 'Something between this browser and the service does not let large encrypted files through.'
  return new ApiError({ status: 0, code: 'HTTP_413', message })
}

export default { newSealedSending }
