import { modifiedAt } from '#client/modified-at.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { foldPath } from '#end-to-end/format/manifest.ts'
import { newRequestSecret } from '#end-to-end/format/request-slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import type { Selection } from '../../selection/selection.ts'
import { thumbnailMaker } from '../thumbnails/thumbnails.ts'
import type { TransferOptions } from '../transfer-options.ts'
import { filesInOrder } from '../transfer-parts.ts'
import { type SealedBody, sealBody } from './sealed-body.ts'
import type { ToSeal } from './sealing-worker.ts'

/** How long an upload waits for thumbnails, in milliseconds: its length is known before it begins. */
const thumbnailsWait = 5_000

/** Stands for the time of a file whose device does not know it. */
const unknownTime = new Date(0).toISOString()

/** Prepares a selection to be sealed, with what only its receiver is to read. @throws ApiError FILE_UNREADABLE */
export async function sealSelection(selection: Selection, options: TransferOptions): Promise<SealedBody> {
  const { title, senderName, description, password, deleteAfterDownload, text } = options
  // A transfer that is deleted after its download is not looked at before.
  const maker = deleteAfterDownload ? undefined : await thumbnailMaker()
  const thumbnails = await maker?.thumbnailsOf(selection, thumbnailsWait)
  const files: ToSeal['files'][number][] = []
  for (const { path, file } of await filesWithPaths(selection)) {
    const thumbnail = thumbnails?.get(file)
    files.push({
      ...listed(path, file),
      ...(thumbnail && { thumbnail: new Uint8Array(await thumbnail.arrayBuffer()) }),
    })
  }
  const said = {
    ...(title?.trim() && { title: title.trim().slice(0, lengths.title) }),
    ...(senderName.trim() && { senderName: senderName.trim() }),
    ...(description && { message: description }),
    ...(text && { text }),
  }
  return sealBody({ begin: { said, files, password } })
}

/** Prepares a selection to be sealed for the owner of a request. @param publicKey of X-Wing @throws ApiError FILE_UNREADABLE */
export async function sealForRequest(
  selection: Selection,
  said: ToSeal['said'],
  publicKey: Bytes,
): Promise<SealedBody> {
  const files = (await filesWithPaths(selection)).map(({ path, file }) => listed(path, file))
  const { webXWing } = await import('#end-to-end/drivers/x-wing-web.ts')
  const forOwner = await newRequestSecret(webPrimitives, webXWing, publicKey)
  return sealBody({ begin: { said, files, password: '', forOwner } })
}

function listed(path: string, file: File): ToSeal['files'][number] {
  return { path, size: file.size, type: file.type, modified: modifiedAt(file) || unknownTime, file }
}

/**
 * Goes on with a bundle of an earlier page, whose files were chosen again.
 * @param id under which this browser keeps it
 * @throws SealingStopped, ApiError
 */
export async function resealSelection(selection: Selection, id: string): Promise<SealedBody> {
  return sealBody({ resume: { id, files: await filesWithPaths(selection) } })
}

type WithPath = { readonly path: string; readonly file: File }

/** Files in the order in which they are sealed. Those of one path get numbers, as in an archive. */
async function filesWithPaths(selection: Selection): Promise<WithPath[]> {
  const taken = new Set<string>()
  return (await filesInOrder(selection)).map(({ file, name, folder }) => {
    const first = folder === '' ? name : `${folder}/${name}`
    let path = first
    for (let n = 2; taken.has(foldPath(path)); n += 1) path = numbered(first, n)
    taken.add(foldPath(path))
    return { file, path }
  })
}

function numbered(path: string, n: number): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? `${path.slice(0, dot)} (${n})${path.slice(dot)}` : `${path} (${n})`
}
