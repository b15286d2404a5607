import { ApiError } from '#client/api-error.ts'
import { newBoundary } from '#client/multipart-body.ts'
import { leavesUpload } from '#client/retry.ts'
import type { UploadAnswer } from '#client/upload-form.ts'
import {
  loadTus,
  ResumableRefused,
  terminateUpload,
  type UploadBody,
  uploadResumable,
} from '#client/upload-resumable.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { currentSession } from '#web/accounts/session.ts'
import type { Selection } from '../../selection/selection.ts'
import type { SentFacts, TransferWatch } from '../state/transfer-state.ts'
import type { TransferParts } from '../transfer-parts.ts'
import { addInChunks } from './add-in-chunks.ts'
import {
  fingerprintOf,
  forgetUpload,
  namesOf,
  rememberUpload,
  type StoppedUpload,
} from './stopped-uploads.ts'
import { restOfBody, transferBody } from './transfer-body.ts'
import { withUploadLock } from './upload-lock.ts'

type HeadersToBegin = () => Promise<Record<string, string>>

/** A transfer that continues where it was: after a lost connection by itself, and whenever it is sent again. */
export type ResumableTransfer = {
  /**
   * Resolves with `refused` where such uploads do not get through; then nothing has been sent.
   * @param headers says who begins it; to continue it is not asked
   * @throws ApiError, or the signal's reason; bytes that have arrived stay on the server
   */
  send(watch: TransferWatch, headers: HeadersToBegin): Promise<UploadAnswer | 'refused'>
  /** Deletes the arrived bytes from the server. If the server cannot be reached, the upload expires there by itself. */
  discard(): void
}

/**
 * A transfer that nothing has been sent of. It is remembered in this browser, for the same selection in another
 * tab that sends it to the same place, the scope.
 * @throws Error where the part of the app that sends such transfers cannot be fetched
 */
async function beginResumable(
  selection: Selection,
  scope: string,
  parts: TransferParts,
  baseUrl: string,
): Promise<ResumableTransfer> {
  await loadTus()
  const fingerprint = await fingerprintOf(selection, scope)
  const { body, metadata, form } = await transferBody(parts, newBoundary())
  const named = scope === '' ? namesOf(selection, senderId()) : undefined
  return resumable(
    { baseUrl, body, metadata, fingerprint },
    newRecord(baseUrl, { fingerprint, form, ...(named && { named }) }),
  )
}

/** A body that is sealed while it is sent. */
type SealedBody = UploadBody & {
  readonly requestLength: number
  /** The id under which this browser keeps its bundle; undefined where it keeps none. */
  readonly keptAs: string | undefined
}

/**
 * A bundle that nothing has been sent of. It goes on within this page only where the browser does not keep its keys.
 * @throws Error like beginResumable
 */
async function beginSealed(
  selection: Selection,
  body: SealedBody,
  metadata: Record<string, string>,
  baseUrl: string,
): Promise<ResumableTransfer> {
  await loadTus()
  const { requestLength, keptAs } = body
  const fingerprint = keptAs === undefined ? undefined : await fingerprintOf(selection)
  const named = namesOf(selection, senderId())
  return resumable(
    { baseUrl, body, requestLength, metadata, fingerprint },
    newRecord(baseUrl, { fingerprint, sealed: keptAs, ...(named && { named }) }),
  )
}

/** The record of an upload that begins. Without a fingerprint no other tab remembers it. */
function newRecord(
  baseUrl: string,
  {
    fingerprint,
    form = null,
    sealed,
    named,
  }: {
    readonly fingerprint?: string | undefined
    readonly form?: StoppedUpload['form']
    readonly sealed?: string | undefined
    readonly named?: StoppedUpload['named']
  },
): BegunUpload {
  let begun: StoppedUpload | undefined
  return {
    read: () => begun,
    keep(id) {
      begun = {
        selection: fingerprint ?? '',
        id,
        baseUrl,
        at: Date.now(),
        form,
        ...(sealed && { sealed }),
        ...(named && { named }),
      }
      if (fingerprint) rememberUpload(begun)
    },
    // Sending it again starts over.
    forget: () => {
      begun = undefined
    },
  }
}

/**
 * A transfer that stopped, in this tab or another, with the options that it began with.
 * @throws Error like beginResumable
 */
async function continueStopped(parts: TransferParts, stopped: StoppedUpload): Promise<ResumableTransfer> {
  await loadTus()
  return restOf(stopped, await restOfBody(parts, stopped.form))
}

/** A sealed upload that stopped; its body is sealed with what this browser has kept. @throws Error like beginResumable */
async function continueSealed(body: SealedBody, stopped: StoppedUpload): Promise<ResumableTransfer> {
  await loadTus()
  return restOf(stopped, body, body.requestLength)
}

/** Fields of an upload that stopped are gone: it continues or it fails, and never begins anew. */
function restOf(stopped: StoppedUpload, body: UploadBody, requestLength?: number): ResumableTransfer {
  const { selection: fingerprint, baseUrl } = stopped
  const upload = { read: () => stopped, keep() {}, forget() {} }
  return resumable(
    { baseUrl, body, ...(requestLength && { requestLength }), metadata: {}, fingerprint },
    upload,
  )
}

export default {
  beginResumable,
  beginSealed,
  continueStopped,
  continueSealed,
  forgetUpload,
  addInChunks,
  askFacts,
}

function senderId(): string | null {
  const session = currentSession()
  return session.status === 'user' ? session.user.id : null
}

type Content = {
  readonly baseUrl: string
  readonly body: UploadBody
  readonly requestLength?: number
  readonly metadata: Record<string, string>
  /** Undefined where the browser makes none. */
  readonly fingerprint: string | undefined
}

/** Record of an upload that the server has begun to take. */
type BegunUpload = {
  read(): StoppedUpload | undefined
  keep(id: string): void
  forget(): void
}

/** Keeps an upload from beginning twice when its first answer was lost and it is sent again. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function resumable(
  { baseUrl, body, requestLength, metadata, fingerprint }: Content,
  begun: BegunUpload,
): ResumableTransfer {
  let key = newKey()
  function forget() {
    key = newKey()
    forgetUpload(begun.read()?.selection ?? '', Date.now())
    begun.forget()
  }
  function discard() {
    const left = begun.read()
    forget()
    if (left) terminateUpload(left.baseUrl, left.id).catch(() => {})
  }
  async function send(
    watch: TransferWatch,
    headersToBegin: HeadersToBegin,
  ): Promise<UploadAnswer | 'refused'> {
    const id = begun.read()?.id
    const headers = id === undefined ? await headersToBegin() : {}
    watch.signal.throwIfAborted()
    if (id !== undefined) watch.onResumable()
    function onCreated(created: string) {
      begun.keep(created)
      watch.onResumable()
    }
    const upload = () =>
      uploadResumable({
        baseUrl,
        id,
        body,
        requestLength,
        metadata: { ...metadata, uploadKey: key },
        headers,
        onCreated,
        ...watch,
      })
    try {
      const reply = await (fingerprint ? withUploadLock(fingerprint, upload) : upload())
      forget()
      return reply
    } catch (error) {
      // Interrupted uploads can be continued; those that the server has refused are forgotten.
      if (error instanceof ApiError && !leavesUpload(error)) forget()
      if (!(error instanceof ResumableRefused)) throw error
      forget()
      return 'refused'
    }
  }
  return { send, discard }
}

/**
 * Facts of an upload begun in another tab, whose options only the server knows. Reads them with the manage token: reading the
 * link would count as opening it. Undefined if the call fails.
 */
async function askFacts({ transfer: { ref }, manageUrl }: UploadReply): Promise<SentFacts | undefined> {
  try {
    const headers = { [manageTokenHeader]: manageUrl.split('#')[1] ?? '' }
    const { transfer } = await client.call('managedTransfer', { params: { ref }, headers })
    return { deleteAfterDownload: transfer.deleteAfterDownload, recipients: undefined }
  } catch {
    return undefined
  }
}
