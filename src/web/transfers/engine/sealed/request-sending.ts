import { ApiError } from '#client/api-error.ts'
import { leavesUpload } from '#client/retry.ts'
import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { type Selection, sumOf } from '../../selection/selection.ts'
import type { TransferWatch } from '../state/transfer-state.ts'
import { newBodySender } from './body-sender.ts'
import { sealForRequest } from './seal-selection.ts'
import type { SealedBody } from './sealed-body.ts'
import { saidOf, stopOf } from './sealing-stop.ts'

/** Most files of an upload that are named, as in the replies of the server. */
const maxNamed = 100

/** A selection for a request whose visitors seal in their browsers. */
export type ToRequest = {
  readonly selection: Selection
  /** Words that are sealed with the files. */
  readonly said: Omit<Manifest, 'version' | 'files'>
  /** Key of the request's owner. */
  readonly publicKey: Bytes
  readonly baseUrl: string
  readonly resumableAbove: number
  readonly headers: () => Promise<Record<string, string>>
}

type RequestSending = { send(watch: TransferWatch): Promise<VisitorUploadReply>; discard(): void }

/** Seals a selection for the owner of a request and sends it; after an interruption it goes on within this page. */
export function newRequestSending({ selection, said, publicKey, ...way }: ToRequest): RequestSending {
  const sender = newBodySender({ selection, ...way })
  let sealing: Promise<SealedBody> | undefined
  function discard() {
    sender.discard()
    sealing?.then((body) => body.end()).catch(() => {})
    sealing = undefined
  }
  return {
    async send(watch) {
      watch.signal.throwIfAborted()
      try {
        sealing ??= sealForRequest(selection, said, publicKey)
        const body = await sealing.catch((error: unknown) => {
          sealing = undefined
          throw error
        })
        const answer = await sender.send(body, [['encryptionMethod', endToEndMethod]], watch)
        body.end()
        if ('reference' in answer) return named(answer, selection)
        throw new Error('the upload did not reach the file request')
      } catch (error) {
        if (watch.signal.aborted) throw error
        const { reason } = stopOf(error) ?? {}
        // Refused or changed, it is never sealed again under the same keys.
        if (reason || (error instanceof ApiError && !leavesUpload(error))) discard()
        throw reason ? saidOf(reason) : error
      }
    },
    discard,
  }
}

/** The reply with what only this browser knows: what the files are called. */
function named(reply: VisitorUploadReply, selection: Selection): VisitorUploadReply {
  const { files: fileCount, size } = sumOf(selection)
  const files = selection.flatMap((item) =>
    item.files.map(({ file, path }) => ({ filename: path, size: file.size })),
  )
  return { ...reply, files: files.slice(0, maxNamed), fileCount, size }
}
