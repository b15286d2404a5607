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

/** Adds the thumbnails made so far before the files of a form. */
export async function addThumbnails(parts: TransferParts): Promise<TransferParts> {
  return (await maker?.catch(() => undefined))?.default.addTo(parts) ?? parts
}

/** How long an end-to-end encrypted upload waits for thumbnails, in milliseconds: its length is known before it begins. */
const sealedWait = 5_000

/** The thumbnails of a selection's files, as many as are made in time. */
export async function thumbnailsFor(selection: Selection): Promise<ReadonlyMap<File, File>> {
  const part = await maker?.catch(() => undefined)
  return (await part?.default.thumbnailsOf(selection, sealedWait)) ?? new Map()
}
