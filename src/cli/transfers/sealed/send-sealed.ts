import { modifiedAt } from '#client/modified-at.ts'
import type { FileInFolder } from '#client/transfers/form-parts.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { bundleName, endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { safePath } from '#contract/transfers/file-name.ts'
import { type UploadReply, uploadReply } from '#contract/transfers/files.ts'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { linkFragment, linkKeyLength } from '#end-to-end/format/link-key.ts'
import { type Manifest, ManifestRefused } from '#end-to-end/format/manifest.ts'
import { type BundlePlan, planBundle } from '#end-to-end/format/plan-bundle.ts'
import { bundleIdLength } from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { UsageError } from '../../command.ts'
import type { Session } from '../../sign-in/with-session.ts'
import { separatePaths } from '../fetching/separate-paths.ts'
import { uploadAddress } from '../named-address.ts'
import { showProgress } from '../progress/show-progress.ts'
import { createPartSealer } from './seal-parts.ts'
import { sendBundle } from './send-bundle.ts'

/** Content that is sealed here before it is sent: the service sees neither names nor bytes. */
type SealedContent = {
  readonly picked: readonly FileInFolder[]
  readonly said: Omit<Manifest, 'version' | 'files'>
  readonly password: string | undefined
}

/** Milliseconds after which the link is worth being told before the end. */
const earlyAfter = 1000

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
  }
  const isDirect = plan.sealedLength > routing.directAbove
  const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, allowHost)
  const progress = showProgress('Uploading', plan.sealedLength)
  let timer: NodeJS.Timeout | undefined
  try {
    const fragment = await linkFragment(primitives, linkKey)
    const reply = await sendBundle({
      reply: uploadReply,
      baseUrl,
      metadata,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      length: plan.sealedLength,
      parts: createPartSealer(plan, { contentKey, bundleId, files: content.picked }),
      onProgress: progress.to,
      onLink: (link) => {
        timer = setTimeout(() => onLink(`${link}#${fragment}`), earlyAfter)
      },
    })
    return { reply, link: `${reply.file.downloadUrl}#${fragment}` }
  } finally {
    clearTimeout(timer)
    progress.end()
  }
}

/** @throws UsageError for names, numbers and lengths that no reader would take */
export function planOf({ picked, said }: Pick<SealedContent, 'picked' | 'said'>): BundlePlan {
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
