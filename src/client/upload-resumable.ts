import type { DetailedError, Upload } from 'tus-js-client'
import { downloadUrlHeader, stepsHeader } from '#contract/headers.ts'
import { ApiError, networkError } from './api-error.ts'
import { createClient } from './create-client.ts'
import { Hurry, pause } from './hurry.ts'
import { failureOf } from './read-answer.ts'
import { isForeign, isPassing, refusesMethod, refusesResumable, retryDelay } from './retry.ts'
import type { UploadAnswer } from './upload-form.ts'

const path = '/api/files/resumable'

/** Milliseconds in which not one byte moves, after which a connection is taken for dead and a new one made. */
const stall = 90_000
/** The same, once all bytes have gone out and the server is at work. */
const idleTimeout = 30 * 60_000
/** Bytes of one request, where something in between takes no larger ones. */
const smallChunk = 50 * 1024 * 1024

/** Bytes to be sent: a Blob, or something that makes them when they are asked for. */
export type UploadBody = {
  readonly size: number
  /** Bytes from `start` to `end` (exclusive); fewer where the body has a reason to, but at least one. */
  slice(start: number, end: number): Blob | Promise<Blob>
}

export type ResumableUpload = {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl: string
  body: UploadBody
  /** Bytes of one request; all by default. */
  requestLength?: number | undefined
  /** Names and values of the tus metadata: the form's fields and the file's name and type. */
  metadata: Record<string, string>
  /** Credentials of the sender: an account's bearer token or a visitor's ticket. Continuing needs only the id. */
  headers?: Readonly<Record<string, string>>
  /** Under which the server reports its steps; see followSteps. */
  stepsToken: string
  /** An upload begun earlier, to be gone on with. */
  id?: string | undefined
  /** The server knows the upload from now on. */
  onCreated?: (id: string) => void
  /** The link of the transfer, which can be given out from now on. */
  onLink?: (downloadUrl: string) => void
  /** Bytes of the body handed to the network so far, and in all. */
  onProgress?: (sent: number, total: number) => void
  /** The connection is gone, and another try will be made. The next progress starts from what the server has. */
  onLost?: () => void
  /** Fires `now` when the person does not want to wait for the next try. */
  impatience?: EventTarget
  signal: AbortSignal
}

/** Something on the way does not let resumable uploads through; the other calls may work. */
export class ResumableRefused extends Error {
  override readonly name = 'ResumableRefused'
}

/** Fetches the engine, which uploadResumable then has. @throws TypeError where it cannot be fetched */
export async function loadTus(): Promise<void> {
  await import('tus-js-client')
}

/**
 * Sends a body over tus 1.0 and resolves with what it became. Through a lost connection, a restart of the server and
 * a sleeping device it goes on where it stopped, for some ten minutes without any progress. Browsers only.
 * @throws ResumableRefused before anything was sent
 * @throws ApiError as Client.call does; `FILE_UNREADABLE` when a file changed or went away, `UPLOAD_NOT_FOUND` when
 *   the server no longer knows the upload
 * @throws the signal's reason when it was aborted; what arrived stays at the server
 */
export async function uploadResumable(options: ResumableUpload): Promise<UploadAnswer> {
  const { baseUrl, body, metadata, headers = {}, stepsToken, signal } = options
  const tus = await import('tus-js-client')
  const endpoint = endpointOf(baseUrl)
  const upload = new tus.Upload(body instanceof Blob ? body : new Blob(), {
    ...(!(body instanceof Blob) && { fileReader: { openFile: async () => sourceOf(body) } }),
    chunkSize: options.requestLength ?? Number.POSITIVE_INFINITY,
    endpoint: options.id === undefined ? endpoint : null,
    uploadUrl: options.id === undefined ? null : `${endpoint}/${options.id}`,
    metadata,
    headers: { [stepsHeader]: stepsToken },
    onBeforeRequest(request) {
      // Long before a large upload ends, its token has.
      if (request.getMethod() !== 'POST') return
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    },
    onAfterResponse(_, response) {
      const link = response.getHeader(downloadUrlHeader)
      if (link) options.onLink?.(link)
    },
    // Tries and their pace are decided here, and what is kept for later is the caller's.
    retryDelays: null,
    storeFingerprintForResuming: false,
  })
  let id = options.id
  let arrived = 0
  let tries = 0
  const hurry = new Hurry(options.impatience)
  upload.options.onUploadUrlAvailable = () => {
    if (id !== undefined || !upload.url) return
    id = new URL(upload.url).pathname.split('/').at(-1) ?? ''
    upload.url = `${endpoint}/${id}`
    // Without it the engine would start a new upload whenever it cannot ask for the offset.
    upload.options.endpoint = null
    options.onCreated?.(id)
  }
  upload.options.onChunkComplete = (_, accepted) => {
    arrived = accepted
    tries = 0
  }
  for (;;) {
    let first = true
    hurry.begin()
    try {
      await sendRest(upload, signal, hurry, (sent, total) => {
        if (first && sent > arrived) {
          arrived = sent
          tries = 0
        }
        first = false
        options.onProgress?.(sent, total)
      })
      break
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError)) throw error
      const refused = id === undefined ? refusesResumable(error) : arrived === 0 && refusesMethod(error)
      if (refused) throw new ResumableRefused(error.code, { cause: error })
      if (error.code === 'HTTP_413' && upload.options.chunkSize !== smallChunk) {
        upload.options.chunkSize = smallChunk
        continue
      }
      let passes = isPassing(error)
      if (id !== undefined && saysGone(error)) {
        const result = await resultInstead(baseUrl, id, error, signal, hurry)
        if (result) return result
        passes = true
      }
      await proveReadable(body, arrived)
      // The connection that holds the lock is this page's own, and dead: to ask for the offset ends it.
      const asked = error.code === 'UPLOAD_LOCKED' ? 0 : error.retryAfter
      if (hurry.wanted) tries = 0
      const delay = passes ? retryDelay(tries, asked) : undefined
      if (delay === undefined) throw error
      // A browser that has no network is not counted: a train may stay in its tunnel.
      if (navigator.onLine) tries += 1
      options.onLost?.()
      await pause(delay, signal, hurry)
      if (hurry.wanted) tries = 0
    }
  }
  return await resultOf(baseUrl, id ?? '', signal, hurry)
}

/** Takes a stopped upload off the server. It would be swept anyway, only later. */
export async function terminateUpload(baseUrl: string, id: string): Promise<void> {
  const tus = await import('tus-js-client')
  await tus.Upload.terminate(`${endpointOf(baseUrl)}/${id}`, { retryDelays: [500, 2000, 5000] })
}

/** How far a stopped upload has come, in bytes; `gone` when the server no longer has it, undefined when it cannot say now. */
export async function offsetOf(baseUrl: string, id: string): Promise<number | 'gone' | undefined> {
  const headers = { 'tus-resumable': '1.0.0' }
  for (let tries = 0; tries < 5; tries += 1) {
    const response = await fetch(`${endpointOf(baseUrl)}/${id}`, { method: 'HEAD', headers }).catch(
      () => null,
    )
    if (response?.status === 404 || response?.status === 410) return 'gone'
    if (response?.status !== 423) {
      const offset = response?.ok ? response.headers.get('upload-offset') : null
      return offset == null ? undefined : Number(offset)
    }
    // The server may not have noticed yet that the page that sent it is gone.
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return undefined
}

function sourceOf(body: UploadBody) {
  return {
    size: body.size,
    async slice(start: number, end: number) {
      const value = await body.slice(start, Math.min(end, body.size))
      return { value, size: value.size, done: start + value.size >= body.size }
    },
    close() {},
  }
}

function endpointOf(baseUrl: string): string {
  return new URL(path, baseUrl || location.origin).href
}

/** One try to send what the server does not have yet. */
function sendRest(
  upload: Upload,
  signal: AbortSignal,
  hurry: Hurry,
  onProgress: (sent: number, total: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let idle: number | undefined
  let moves = false
  function stop(reason: unknown) {
    reject(reason)
    void upload.abort()
  }
  function stayAwake(allSent: boolean) {
    clearTimeout(idle)
    idle = window.setTimeout(() => stop(networkError()), allSent ? idleTimeout : stall)
  }
  const onAbort = () => stop(signal.reason)
  upload.options.onProgress = (sent, total) => {
    moves = true
    stayAwake(sent >= total)
    onProgress(sent, total)
  }
  upload.options.onSuccess = () => resolve()
  upload.options.onError = (error) => reject(apiErrorOf(error))
  if (signal.aborted) return Promise.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  // A try that began while the line was away may hang for a minute after it has come back.
  const unlisten = hurry.listen(() => {
    if (!moves) stop(networkError())
  })
  stayAwake(false)
  upload.start()
  return promise.finally(() => {
    clearTimeout(idle)
    unlisten()
    signal.removeEventListener('abort', onAbort)
  })
}

function apiErrorOf(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return networkError(error)
  const status = response.getStatus()
  const retryAfter = response.getHeader('retry-after') ?? null
  return failureOf({ status, text: response.getBody(), retryAfter })
}

function saysGone({ status }: ApiError): boolean {
  return status === 404 || status === 410
}

/**
 * Result of an upload that a call reported as gone. Undefined when only something in between did, such as a proxy during a
 * restart: then the upload may continue.
 * @throws ApiError why it can't go on
 */
async function resultInstead(
  baseUrl: string,
  id: string,
  gone: ApiError,
  signal: AbortSignal,
  hurry: Hurry,
): Promise<UploadAnswer | undefined> {
  try {
    return await resultOf(baseUrl, id, signal, hurry, 0)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isThere = error.code === 'UPLOAD_NOT_FINISHED'
    if (!isThere && !(saysGone(error) && isForeign(error))) throw error
    if (!isForeign(gone)) throw gone
    return undefined
  }
}

/**
 * Result of a complete upload, or the reason why it was refused. The server may still be working on it.
 * @param patience milliseconds to wait for its end
 */
async function resultOf(
  baseUrl: string,
  id: string,
  signal: AbortSignal,
  hurry: Hurry,
  patience = idleTimeout,
): Promise<UploadAnswer> {
  const client = createClient({ baseUrl })
  const until = performance.now() + patience
  for (let tries = 0; ; ) {
    try {
      return await client.call('resumableResult', { params: { id }, signal })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const working = error.code === 'UPLOAD_NOT_FINISHED' && performance.now() < until
      if (!working && !isPassing(error)) throw error
      tries = working ? 0 : tries + 1
      const delay = working ? 1000 * (error.retryAfter ?? 1) : retryDelay(tries, error.retryAfter)
      if (delay === undefined) throw error
      hurry.begin()
      await pause(delay, signal, hurry)
      if (hurry.wanted) tries = 0
    }
  }
}

/** @throws ApiError FILE_UNREADABLE when the byte to be sent next cannot be read: trying again is of no use */
async function proveReadable(body: UploadBody, at: number): Promise<void> {
  try {
    const next = await body.slice(at, at + 1)
    await next.arrayBuffer()
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'FILE_UNREADABLE', message: 'A file could not be read.', cause })
  }
}
