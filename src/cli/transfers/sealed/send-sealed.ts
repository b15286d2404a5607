import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import { modifiedAt } from '#client/modified-at.ts'
import { failureOf } from '#client/read-answer.ts'
import { isPassing, retryDelay } from '#client/retry.ts'
import { fetchDirectly } from '#client/transfers/fetch-directly.ts'
import type { FileInFolder } from '#client/transfers/form-parts.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { downloadUrlHeader } from '#contract/headers.ts'
import { bundleName, endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { safePath } from '#contract/transfers/file-name.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { linkFragment, linkKeyLength } from '#end-to-end/format/link-key.ts'
import { type Manifest, ManifestRefused } from '#end-to-end/format/manifest.ts'
import { type BundlePlan, planBundle } from '#end-to-end/format/plan-bundle.ts'
import { bundleIdLength, sealedPosition } from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { UsageError } from '../../command.ts'
import type { Session } from '../../sign-in/with-session.ts'
import { separatePaths } from '../fetching/separate-paths.ts'
import { uploadAddress } from '../named-address.ts'
import { showProgress } from '../progress/show-progress.ts'
import { createPartSealer, type PartSealer } from './seal-parts.ts'

/** Content that is sealed here before it is sent: the service sees neither names nor bytes. */
export type SealedContent = {
  readonly picked: readonly FileInFolder[]
  readonly said: Omit<Manifest, 'version' | 'files'>
  readonly password: string | undefined
}

const tus = { 'tus-resumable': '1.0.0' }
/** Milliseconds after which the link is worth being told before the end. */
const earlyAfter = 1000
/** Bytes of one request where something in between takes no larger ones. */
const smallPiece = 1024 * 1024

/**
 * Seals files and sends the bundle over tus, part by part. A lost connection goes on where it stopped.
 * @param fields options of the transfer that the service may read, such as its expiry
 * @returns the answer, and the link with its key, which the service does not have
 * @throws UsageError for what no bundle can hold; ApiError, FILE_UNREADABLE for a file that changed meanwhile
 */
export async function sendSealed(
  { client, token }: Session,
  {
    service,
    fields,
    content,
    allowHost,
    onLink,
  }: {
    readonly service: string
    readonly fields: Readonly<Record<string, string | undefined>>
    readonly content: SealedContent
    readonly allowHost: string | undefined
    /** Called with the link and its key once it can be given out, if the upload is not over in a moment. */
    readonly onLink: (link: string) => void
  },
): Promise<{ readonly reply: UploadReply; readonly link: string }> {
  const { endToEnd, uploadOrigin, routing } = await keepTrying(() => client.call('config'), firstContact)
  if (endToEnd.mode === 'off') throw new UsageError('This service takes no end-to-end encrypted files.')
  const plan = planOf(content)
  const [linkKey, contentKey] = [primitives.random(linkKeyLength), primitives.random(32)]
  const bundleId = primitives.random(bundleIdLength)
  const { slot, proofHash } = await makeSlot(primitives, {
    linkKey,
    contentKey,
    bundleId,
    password: content.password,
  })
  const metadata = {
    ...fields,
    filename: bundleName,
    encryptionMethod: endToEndMethod,
    slot: toBase64url(slot),
    proof: toBase64url(proofHash),
    uploadKey: randomBytes(24).toString('base64url'),
  }
  const isDirect = plan.sealedLength > routing.directAbove
  const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, allowHost)
  const progress = showProgress('Uploading', plan.sealedLength)
  let timer: NodeJS.Timeout | undefined
  try {
    const fragment = await linkFragment(primitives, linkKey)
    const { url, link } = await keepTrying(() => create(baseUrl, plan.sealedLength, metadata, token))
    if (link !== null) timer = setTimeout(() => onLink(`${link}#${fragment}`), earlyAfter)
    const parts = createPartSealer(plan, { contentKey, bundleId, files: content.picked })
    await sendParts(url, plan.sealedLength, parts, progress.to)
    const id = new URL(url).pathname.split('/').at(-1) ?? ''
    const reply = await keepTrying(
      () => client.call('resumableResult', { params: { id } }),
      undefined,
      (error) => isPassing(error) || error.code === 'UPLOAD_NOT_FINISHED',
    )
    if (!('file' in reply)) throw new Error('a visitor does not seal')
    return { reply, link: `${reply.file.downloadUrl}#${fragment}` }
  } finally {
    clearTimeout(timer)
    progress.end()
  }
}

/** @throws UsageError for names, numbers and lengths that no reader would take */
function planOf({ picked, said }: SealedContent): BundlePlan {
  const paths = separatePaths(picked.map(({ file, folder }) => safePath(`${folder}/${file.name}`) || '_'))
  const files = picked.map(({ file }, index) => ({
    path: paths[index] ?? '_',
    size: file.size,
    type: file.type,
    modified: new Date(modifiedAt(file)).toISOString(),
  }))
  try {
    return planBundle(said, files)
  } catch (cause) {
    if (!(cause instanceof ManifestRefused)) throw cause
    throw new UsageError(`These files can't be sent end-to-end encrypted: ${cause.message}.`, { cause })
  }
}

/** Creates the upload, whose link may be known already. Repeated after a lost answer, it finds the same one by its key. */
async function create(
  baseUrl: string,
  length: number,
  metadata: Readonly<Record<string, string | undefined>>,
  token: string | undefined,
): Promise<{ readonly url: string; readonly link: string | null }> {
  const pairs = Object.entries(metadata).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${Buffer.from(value, 'utf8').toString('base64')}`],
  )
  const answer = await call(`${baseUrl}/api/files/resumable`, 'POST', {
    'upload-length': String(length),
    'upload-metadata': pairs.join(','),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  })
  const { headers } = answer
  return {
    url: new URL(headers.get('location') ?? '', baseUrl).href,
    link: headers.get(downloadUrlHeader),
  }
}

async function sendParts(
  url: string,
  length: number,
  parts: PartSealer,
  onProgress: (sent: number) => void,
): Promise<void> {
  let offset = 0
  let tries = 0
  let most = Number.POSITIVE_INFINITY
  while (offset < length) {
    try {
      if (tries > 0) offset = offsetIn(await call(url, 'HEAD'))
      if (offset >= length) return
      const { part, at } = sealedPosition(offset)
      const sealed = await parts.seal(part)
      const body = sealed.subarray(at, at + most)
      offset = offsetIn(await call(url, 'PATCH', { 'upload-offset': String(offset), ...bytes }, body))
      tries = 0
      onProgress(offset)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 413 && error.code === 'HTTP_413' && most > smallPiece) {
        most = smallPiece
        continue
      }
      const delay =
        isPassing(error) || error.code === 'UPLOAD_INCOMPLETE'
          ? retryDelay(tries, error.retryAfter)
          : undefined
      if (delay === undefined) throw error
      tries += 1
      await pause(delay)
    }
  }
}

const bytes = { 'content-type': 'application/offset+octet-stream' }

/** @throws ApiError for an answer without an offset, such as that of something in between */
function offsetIn(answer: Response): number {
  const text = answer.headers.get('upload-offset')
  if (text === null || !/^\d{1,15}$/.test(text)) throw networkError()
  return Number(text)
}

async function call(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const sent = { method, headers: { ...tus, ...headers }, ...(body && { body }) }
  const answer = await fetchDirectly(url, sent).catch((cause: unknown) => {
    throw networkError(cause)
  })
  if (answer.ok) return answer
  const { status } = answer
  throw failureOf({ status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') })
}
