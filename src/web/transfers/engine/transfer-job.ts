import { uploadForm } from '#client/upload-form.ts'
import type { ServiceConfig } from '#contract/service.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { freshToken } from '../../accounts/fresh-token.ts'
import { fetchPart } from '../../ui/lazy/fetch-part.ts'
import { PartNotFetched } from '../../ui/lazy/part-not-fetched.ts'
import { type Selection, sumOf } from '../selection/selection.ts'
import type { ResumableTransfer } from './resumable/resumable-transfer.ts'
import type { StoppedUpload } from './resumable/stopped-uploads.ts'
import { askFacts, factsOf, type SentFacts } from './sent-facts.ts'
import { addThumbnails } from './thumbnails/thumbnails.ts'
import { formBody } from './transfer-body.ts'
import type { TransferOptions } from './transfer-options.ts'
import { partsOf, type TransferParts } from './transfer-parts.ts'
import type { TransferWatch } from './transfer-state.ts'
import { type UploadWay, uploadWay } from './upload-way.ts'

/** What an upload came to. */
export type Sent = {
  readonly reply: UploadReply
  readonly facts: SentFacts | undefined
  /** The file password; empty where there is none, or nobody here knows it any more. */
  readonly password: string
}

/** A transfer to be sent, as often as it takes: what was interrupted continues where it was, if it can. */
export type TransferJob = {
  readonly selection: Selection
  /** Origin that takes it; empty for the page's own. */
  readonly baseUrl: string
  /** @throws ApiError, the signal's reason, or PartNotFetched */
  send(watch: TransferWatch): Promise<Sent>
  /** Takes off the server what has arrived of it. */
  discard(): void
}

/**
 * A selection as one transfer, sent the way its size asks for. A large one is resumable, unless something between here
 * and the server does not let that through, or the part of the app that does it cannot be fetched.
 */
export function newJob(
  selection: Selection,
  options: TransferOptions,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob {
  const way = uploadWay(sumOf(selection), config)
  let resumable: ResumableTransfer | 'refused' | undefined = way.resumable ? undefined : 'refused'
  async function send(watch: TransferWatch): Promise<UploadReply> {
    const parts = await addThumbnails(await partsOf(selection, options))
    const token = await freshToken()
    resumable ??= await beginResumable(selection, parts, way.baseUrl).catch(() => 'refused')
    watch.signal.throwIfAborted()
    if (resumable !== 'refused') {
      const reply = await resumable.send(watch, token)
      if (reply !== 'refused') return reply
      resumable = 'refused'
    }
    return sendForm(parts, way, token, watch)
  }
  return {
    selection,
    baseUrl: way.baseUrl,
    send: async (watch) => ({
      reply: await send(watch),
      facts: factsOf(options),
      password: options.password,
    }),
    discard: () => resumable !== 'refused' && resumable?.discard(),
  }
}

/** An upload of this selection that stopped, with the options that it began with. */
export function stoppedJob(
  selection: Selection,
  options: TransferOptions,
  stopped: StoppedUpload,
): TransferJob {
  let resumable: ResumableTransfer | undefined
  return {
    selection,
    baseUrl: stopped.baseUrl,
    async send(watch) {
      resumable ??= await continueStopped(await partsOf(selection, options), stopped)
      watch.signal.throwIfAborted()
      const reply = await resumable.send(watch, undefined)
      if (reply === 'refused') throw new Error('the upload cannot be continued here')
      return { reply, facts: await askFacts(reply.file.id), password: '' }
    },
    discard: () => resumable?.discard(),
  }
}

async function beginResumable(
  selection: Selection,
  parts: TransferParts,
  baseUrl: string,
): Promise<ResumableTransfer> {
  const { default: part } = await fetchPart(() => import('./resumable/resumable-transfer.ts'))
  return part.beginResumable(selection, parts, baseUrl)
}

/** @throws PartNotFetched */
async function continueStopped(parts: TransferParts, stopped: StoppedUpload): Promise<ResumableTransfer> {
  const { default: part } = await fetchPart(() => import('./resumable/resumable-transfer.ts'))
  return part.continueStopped(parts, stopped).catch((cause: unknown) => {
    throw new PartNotFetched(cause)
  })
}

async function sendForm(
  parts: TransferParts,
  { baseUrl, call }: UploadWay,
  token: string | undefined,
  { onProgress, stepsToken, signal }: TransferWatch,
): Promise<UploadReply> {
  const form = await formBody(parts)
  signal.throwIfAborted()
  return uploadForm({ baseUrl, call, form, token, stepsToken, onProgress, signal })
}
