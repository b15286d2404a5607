import { multipartBody, newBoundary } from '#client/multipart-body.ts'
import { startTurn } from '../../selection/in-turns.ts'
import type { TransferParts } from '../transfer-parts.ts'

/** A browser needs a fifth of a millisecond for each chunk of a Blob. */
const chunksAtOnce = 60

/** A transfer as the form that a browser would make of it, whatever the number of its files. */
export async function formBody({ fields, files }: TransferParts): Promise<Blob> {
  const { contentType, head, tail } = multipartBody(fields, files, newBoundary())
  return joinChunks([...head, ...tail], contentType)
}

/** Chunks as one Blob, put together without holding the page up. */
export async function joinChunks(chunks: readonly BlobPart[], type = ''): Promise<Blob> {
  if (chunks.length <= chunksAtOnce) return new Blob([...chunks], { type })
  const turn = startTurn()
  const blobs: Blob[] = []
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    if (turn.isOver()) await turn.yield()
    blobs.push(new Blob(chunks.slice(at, at + chunksAtOnce)))
  }
  return joinChunks(blobs, type)
}
