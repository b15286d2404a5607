import { ApiError } from '#client/api-error.ts'
import { type UploadAnswer, uploadForm } from '#client/upload-form.ts'
import { bundleName } from '#contract/transfers/end-to-end.ts'
import type { Selection } from '../../selection/selection.ts'
import { formBody } from '../resumable/form-body.ts'
import type { ResumableTransfer } from '../resumable/resumable-transfer.ts'
import type { TransferWatch } from '../state/transfer-state.ts'
import { fetchResumable } from '../upload-way.ts'
import type { SealedBody } from './sealed-body.ts'

/** Bytes of a bundle up to which it goes out as a form, where resumable uploads aren't let through: it is held in memory. */
const largestForm = 256 * 1024 * 1024

type Fields = readonly (readonly [name: string, value: string])[]
type BodySender = {
  /** @param others fields beside those of the bundle @throws ApiError, or the signal's reason */
  send(body: SealedBody, others: Fields, watch: TransferWatch): Promise<UploadAnswer>
  /** Deletes the bytes that have arrived from the server. */
  discard(): void
}

/** Sends a bundle, also repeatedly: a large one goes on where it was, unless something blocks such uploads. */
export function newBodySender({
  selection,
  baseUrl,
  resumableAbove,
  headers,
}: {
  readonly selection: Selection
  readonly baseUrl: string
  /** Bytes above which an upload is resumable. */
  readonly resumableAbove: number
  readonly headers: () => Promise<Record<string, string>>
}): BodySender {
  let resumable: ResumableTransfer | 'refused' | undefined

  async function sendAsForm(body: SealedBody, fields: Fields, watch: TransferWatch): Promise<UploadAnswer> {
    if (body.size > largestForm) throw notLetThrough()
    const { onProgress, stepsToken, signal } = watch
    const blobs: Blob[] = []
    for (let at = 0; at < body.size; at += blobs.at(-1)?.size ?? body.size)
      blobs.push(await body.slice(at, body.size))
    const file = new File(blobs, bundleName, { type: 'application/octet-stream' })
    const form = await formBody({
      fields: fields.map(([name, value]) => ({ name, value })),
      files: [{ name: 'file', file, filename: bundleName }],
    })
    const sent = await headers()
    signal.throwIfAborted()
    return uploadForm({ baseUrl, call: 'upload', form, headers: sent, stepsToken, onProgress, signal })
  }

  return {
    async send(body, others, watch) {
      const fields: Fields = [...others, ['slot', body.head.slot], ['proof', body.head.proof]]
      const metadata = {
        ...Object.fromEntries(fields),
        filename: bundleName,
        filetype: 'application/octet-stream',
      }
      resumable ??=
        body.size > resumableAbove
          ? await (await fetchResumable()).beginSealed(selection, body, metadata, baseUrl)
          : 'refused'
      watch.signal.throwIfAborted()
      if (resumable !== 'refused') {
        const reply = await resumable.send(watch, headers)
        if (reply !== 'refused') return reply
        resumable = 'refused'
      }
      return sendAsForm(body, fields, watch)
    },
    discard() {
      if (resumable !== 'refused') resumable?.discard()
      resumable = undefined
    },
  }
}

function notLetThrough(): ApiError {
  const message = 'Something between this browser and the service does not let large encrypted files through.'
  return new ApiError({ status: 0, code: 'HTTP_413', message })
}
