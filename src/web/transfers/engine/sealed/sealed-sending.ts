import { ApiError } from '#client/api-error.ts'
import { leavesUpload } from '#client/retry.ts'
import type { UploadAnswer } from '#client/upload-form.ts'
import { byteLength } from '#contract/transfers/file-name.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { type Selection, sumOf } from '../../selection/selection.ts'
import { headersOfSender, ownReply } from '../as-sender.ts'
import type { ResumableTransfer } from '../resumable/resumable-transfer.ts'
import type { StoppedUpload } from '../resumable/stopped-uploads.ts'
import { factsOf, type Sent, type TransferWatch } from '../state/transfer-state.ts'
import { sealedFieldsOf, type TransferOptions } from '../transfer-options.ts'
import { fetchResumable } from '../upload-way.ts'
import { newBodySender } from './body-sender.ts'
import { newRequestSending } from './request-sending.ts'
import { resealSelection, sealSelection } from './seal-selection.ts'
import type { SealedBody } from './sealed-body.ts'
import { saidOf, stopOf } from './sealing-stop.ts'

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
  let rest: ResumableTransfer | 'refused' | undefined
  const headers = () => headersOfSender(asAccount)
  const sender = newBodySender({ selection, baseUrl, resumableAbove, headers })

  /** The rest of an upload of an earlier page. */
  async function sendRest(
    body: SealedBody,
    upload: StoppedUpload,
    watch: TransferWatch,
  ): Promise<UploadAnswer> {
    rest ??= await (await fetchResumable()).continueSealed(body, upload)
    watch.signal.throwIfAborted()
    const answer = rest === 'refused' ? rest : await rest.send(watch, async () => ({}))
    if (answer === 'refused') throw new Error('the upload cannot be continued here')
    return answer
  }

  function discard() {
    if (rest !== 'refused') rest?.discard()
    sender.discard()
    sealing?.then((body) => body.end()).catch(() => {})
    sealing = rest = undefined
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
    const answer = await (stopped
      ? sendRest(body, stopped, here)
      : sender.send(body, sealedFieldsOf(options), here))
    const reply = named(ownReply(answer), { selection, text: options.text }, body.head.fragment)
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

/** The reply with what only this browser knows: the key in the link, and what the files are called. */
function named(
  reply: UploadReply,
  { selection, text }: { selection: Selection; text: string | undefined },
  fragment: string,
): UploadReply {
  const [first] = selection
  const { files, size } = sumOf(selection)
  const several = text ? t('sealing.text') : t('download.files', { files })
  const filename = first && selection.length === 1 ? first.name : several
  const downloadUrl = `${reply.file.downloadUrl}#${fragment}`
  return {
    ...reply,
    uploaded: files,
    file: { ...reply.file, filename, size: text ? byteLength(text) : size, downloadUrl },
  }
}

export default { newSealedSending, newRequestSending }
