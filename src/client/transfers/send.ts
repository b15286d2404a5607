import { stepsHeader } from '#contract/headers.ts'
import { routes } from '#contract/routes.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { addressOf } from '../address-of.ts'
import { networkError } from '../api-error.ts'
import { createClient } from '../create-client.ts'
import { newStepsToken } from '../follow-steps.ts'
import { multipartBody, newBoundary } from '../multipart-body.ts'
import { type Answer, readAnswer } from '../read-answer.ts'
import { sendForm } from '../send-form.ts'
import { followLink } from './early-link.ts'
import { fetchDirectly } from './fetch-directly.ts'
import { callFor, type FileInFolder, fieldsOf, partsOf } from './form-parts.ts'
import { firstContact, keepTrying } from './keep-trying.ts'
import { uploadAddress } from './named-host.ts'

/** A file to send: a `File`, or content with a name and, in an archive, a path such as `photos/2026/a.jpg`. */
export type FileToSend = File | { readonly path: string; readonly content: Blob; readonly modifiedAt?: Date }

export type SendOptions = {
  /** Address of the service, such as https://files.example.eu. In a page of the service itself it can be left out. */
  readonly service?: string
  /** An API key with the scope transfers:send; without one, the files are sent as a guest. */
  readonly key?: string
  /** When the link expires: 30m, 1h, 3h and so on, as the service allows. */
  readonly expiresIn?: string
  readonly password?: string
  readonly title?: string
  readonly senderName?: string
  /** A message shown with the files. */
  readonly message?: string
  readonly downloadLimit?: number
  readonly deleteAfterDownload?: boolean
  /** Host, with a port if there is one, that the service may send large uploads to without HTTPS. */
  readonly allowHost?: string
  /** False sends large uploads to the service itself, too, where it names another origin for them. */
  readonly direct?: boolean
  /** Called with the bytes sent so far, and in all. After a lost connection they begin anew. */
  readonly onProgress?: (sent: number, total: number) => void
  /** Called with the link as soon as it can be given out: its receivers wait until the upload has ended. */
  readonly onLink?: (downloadUrl: string) => void
  readonly signal?: AbortSignal
}

/**
 * Sends files, and resolves with the link and all that the service says of it. Several files become one ZIP. After temporary
 * failures it is tried again for ten minutes.
 * @throws ApiError with the code of the service, HostRefused, or the signal's reason
 */
export async function send(
  files: FileToSend | readonly FileToSend[],
  options: SendOptions = {},
): Promise<UploadReply> {
  const { key, signal, allowHost, direct = true, onProgress } = options
  const service = options.service === undefined ? '' : new URL(options.service).origin
  const picked = (isList(files) ? files : [files]).map(inFolder)
  if (picked.length === 0) throw new TypeError('send needs at least one file')
  const call = callFor(picked)
  const fields = fieldsOf({
    expiresIn: options.expiresIn,
    password: options.password,
    title: options.title,
    senderName: options.senderName,
    description: options.message,
    downloadLimit: options.downloadLimit?.toString(),
    deleteAfterDownload: options.deleteAfterDownload ? 'true' : undefined,
  })
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }

  const client = createClient({ baseUrl: service, fetch: fetchDirectly, getToken: () => key })
  const { uploadOrigin, routing } = await keepTrying(
    () => client.call('config', signal && { signal }),
    firstContact,
    undefined,
    signal,
  )
  const parts = partsOf(picked, call, routing.fileTimes)
  const { head, tail, contentType } = multipartBody(fields, parts, newBoundary())
  const form = new Blob([...head, ...tail], { type: contentType })
  const named = direct && form.size > routing.directAbove ? uploadOrigin : null
  const origin = named === null ? service : uploadAddress(named, service || location.origin, allowHost)
  const address = addressOf(origin, routes[call])
  const steps = newStepsToken()
  if (options.onLink) headers[stepsHeader] = steps
  const unfollow = options.onLink && followLink(origin, steps, options.onLink)
  // If the answer was lost, the files are stored twice, and the copy without a link expires.
  const sendOnce = async () => {
    const request = { method: routes[call].method, address, form, headers, onProgress, signal }
    const answer = typeof XMLHttpRequest === 'undefined' ? await fetchForm(request) : await sendForm(request)
    return readAnswer<typeof call>(undefined, answer)
  }
  return keepTrying(sendOnce, undefined, undefined, signal).finally(unfollow)
}

type FormRequest = Parameters<typeof sendForm>[0] & { readonly form: Blob | FormData }

/** Sends a form where there is no XMLHttpRequest. Its length is declared unless someone wants to see the progress. */
async function fetchForm({
  method,
  address,
  form,
  headers,
  onProgress,
  signal,
}: FormRequest): Promise<Answer> {
  const isCounted = onProgress !== undefined && form instanceof Blob
  const init = {
    method,
    headers: { ...headers, ...(form instanceof Blob && { 'content-type': form.type }) },
    body: isCounted ? counted(form, onProgress) : form,
    ...(isCounted && { duplex: 'half' }),
    ...(signal && { signal }),
  }
  try {
    const response = await fetchDirectly(address, init)
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, text: await response.text(), retryAfter }
  } catch (error) {
    signal?.throwIfAborted()
    throw networkError(error)
  }
}

function counted(form: Blob, onProgress: (sent: number, total: number) => void): ReadableStream<Uint8Array> {
  let sent = 0
  return form.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length
        controller.enqueue(chunk)
        onProgress(sent, form.size)
      },
    }),
  )
}

function isList(files: FileToSend | readonly FileToSend[]): files is readonly FileToSend[] {
  return Array.isArray(files)
}

function inFolder(file: FileToSend): FileInFolder {
  if (file instanceof File) return { file, folder: '' }
  const at = file.path.lastIndexOf('/')
  const name = file.path.slice(at + 1)
  const lastModified = file.modifiedAt?.getTime() ?? Date.now()
  return {
    file: new File([file.content], name, { type: file.content.type, lastModified }),
    folder: file.path.slice(0, Math.max(0, at)),
  }
}
