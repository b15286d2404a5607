import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { sha256 } from '#crypto/random-id.ts'
import { requestedRange } from '../download/file-head.ts'
import { type Entry, type OpenedTransfer, readEntry } from './open-members.ts'
import type { Body } from './send-bytes.ts'

/** The name of a member without its folders, as it can be saved: those of earlier releases were kept as they came. */
function nameOf({ path }: { readonly path: string }): string {
  return safeFileName(path.slice(path.lastIndexOf('/') + 1))
}

/**
 * One member, or the range asked for where it was not compressed: of one that was, ranges are answered whole.
 * @param headers in place of those that make it a download
 * @throws Failure RANGE_NOT_SATISFIABLE
 */
export function memberBody(
  { file }: Pick<OpenedTransfer, 'file'>,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> = {
    'content-disposition': contentDisposition(nameOf(entry.line)),
  },
): Body {
  const { size, method } = entry.line
  const isSeekable = method === 'stored'
  const etag = `"${sha256(`${file.id}/${entry.n}`).toString('base64url')}"`
  const range = requestedRange(request, reply, { size, etag, inParts: isSeekable })
  return {
    chunks: readEntry(entry, range.start, range.end),
    length: range.end - range.start,
    status: range.partial ? 206 : 200,
    headers: {
      etag,
      ...(isSeekable && { 'accept-ranges': 'bytes' }),
      ...(range.partial && { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` }),
      ...headers,
    },
  }
}
