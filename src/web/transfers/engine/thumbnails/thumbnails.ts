import { fetchPart } from '../../../ui/lazy/fetch-part.ts'
import type { Selection } from '../../selection/selection.ts'
import type { TransferParts } from '../transfer-parts.ts'

const load = () => fetchPart(() => import('./make-thumbnails.ts'))
let maker: ReturnType<typeof load> | undefined

/** Starts making thumbnails of a selection's pictures and videos, if the part that makes them can be loaded. */
export function prepareThumbnails(selection: Selection): void {
  maker ??= load()
  maker.then(({ default: part }) => part.prepare(selection)).catch(() => {})
}

/** Part that makes thumbnails; undefined where none were prepared, or it cannot be loaded. */
export async function thumbnailMaker() {
  return (await maker?.catch(() => undefined))?.default
}

/** Adds the thumbnails made so far before the files of a form. */
export async function addThumbnails(parts: TransferParts): Promise<TransferParts> {
  return (await thumbnailMaker())?.addTo(parts) ?? parts
}
