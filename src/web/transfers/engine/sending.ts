import { type UploadAnswer, uploadForm } from '#client/upload-form.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { type Selection, sumOf } from '../selection/selection.ts'
import { formBody } from './resumable/form-body.ts'
import type { ResumableTransfer } from './resumable/resumable-transfer.ts'
import type { TransferWatch } from './state/transfer-state.ts'
import type { TransferParts } from './transfer-parts.ts'
import { fetchResumable, type UploadWay, uploadWay } from './upload-way.ts'

/** Content of an upload, and the headers that identify its sender. */
type Content = {
  readonly selection: Selection
  /** Distinguishes the same selection sent to several places; it is kept in this browser. */
  readonly scope: string
  /** Made anew for each try. */
  parts(): Promise<TransferParts>
  /** The headers that begin the upload; to continue it they are not asked for. */
  headers(): Promise<Record<string, string>>
}

/** An upload that can be sent repeatedly: after an interruption it continues where it was, if possible. */
type Sending = {
  /** Origin that takes it; empty for the page's own. */
  readonly baseUrl: string
  /** @throws ApiError, the signal's reason, or PartNotFetched */
  send(watch: TransferWatch): Promise<UploadAnswer>
  /** Deletes the bytes that have arrived from the server. */
  discard(): void
}

/**
 * Sends content in the way that its size requires. Large content is resumable, unless a proxy blocks such uploads, or their
 * part of the app cannot be fetched.
 */
export function newSending(
  content: Content,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): Sending {
  const way = uploadWay(sumOf(content.selection), config)
  let resumable: ResumableTransfer | 'refused' | undefined = way.resumable ? undefined : 'refused'
  async function send(watch: TransferWatch) {
    watch.signal.throwIfAborted()
    const parts = await content.parts()
    watch.signal.throwIfAborted()
    resumable ??= await beginResumable(content, parts, way.baseUrl).catch(() => 'refused')
    watch.signal.throwIfAborted()
    if (resumable !== 'refused') {
      const reply = await resumable.send(watch, content.headers)
      if (reply !== 'refused') return reply
      resumable = 'refused'
    }
    const headers = await content.headers()
    watch.signal.throwIfAborted()
    return sendForm(parts, way, headers, watch)
  }
  return { baseUrl: way.baseUrl, send, discard: () => resumable !== 'refused' && resumable?.discard() }
}

async function beginResumable(
  { selection, scope }: Content,
  parts: TransferParts,
  baseUrl: string,
): Promise<ResumableTransfer> {
  const part = await fetchResumable()
  return part.beginResumable(selection, scope, parts, baseUrl)
}

async function sendForm(
  parts: TransferParts,
  { baseUrl, call }: UploadWay,
  headers: Record<string, string>,
  { onProgress, stepsToken, signal }: TransferWatch,
) {
  const form = await formBody(parts)
  signal.throwIfAborted()
  return uploadForm({ baseUrl, call, form, headers, stepsToken, onProgress, signal })
}
