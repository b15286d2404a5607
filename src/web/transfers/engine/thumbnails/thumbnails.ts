import type { FormPart } from '#client/multipart-body.ts'
import { fetchPart } from '../../../ui/lazy/fetch-part.ts'
import type { Selection } from '../../selection/selection.ts'

const loadMaker = () => fetchPart(() => import('./make-thumbnails.ts')).catch(() => undefined)
let maker: ReturnType<typeof loadMaker> | undefined

/** Has thumbnails of the pictures of a selection made, where there are several files and the part that makes them can be had. */
export async function prepareThumbnails(selection: Selection): Promise<void> {
  maker ??= loadMaker()
  ;(await maker)?.default.prepare(selection)
}

/** Parts of a form with the thumbnails of its files, as far as they have been made. */
export async function thumbnailParts(files: readonly FormPart[]): Promise<readonly FormPart[]> {
  return (await (await maker)?.default.partsFor(files)) ?? []
}
