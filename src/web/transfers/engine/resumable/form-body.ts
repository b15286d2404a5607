import { multipartBody, newBoundary } from '#client/multipart-body.ts'
import { startTurn } from '../../selection/in-turns.ts'
import type { TransferParts } from '../transfer-parts.ts'

/** A browser needs a fifth of a millisecond for each piece of a Blob. */
const piecesAtOnce = 60

/** A transfer as the form that a browser would make of it, whatever the number of its files. */
export async function formBody({ fields, files }: TransferParts): Promise<Blob> {
  const { contentType, head, tail } = multipartBody(fields, files, newBoundary())
  return joinPieces([...head, ...tail], contentType)
}

/** Pieces as one Blob, put together without holding the page up. */
export async function joinPieces(pieces: readonly BlobPart[], type = ''): Promise<Blob> {
  if (pieces.length <= piecesAtOnce) return new Blob([...pieces], { type })
  const turn = startTurn()
  const blobs: Blob[] = []
  for (let at = 0; at < pieces.length; at += piecesAtOnce) {
    if (turn.isOver()) await turn.yield()
    blobs.push(new Blob(pieces.slice(at, at + piecesAtOnce)))
  }
  return joinPieces(blobs, type)
}
