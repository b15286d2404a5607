import type { FastifyReply, FastifyRequest } from 'fastify'
import { MIB, previewedText } from '#contract/transfers/limits.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { Failure } from '#server/platform/failure.ts'
import { memberBody } from '../member-body.ts'
import { type OpenedTransfer, readEntry, typeOf } from '../open-members.ts'
import type { Body } from '../send-bytes.ts'
import { previewHeaders } from './preview-headers.ts'

/** Larger pictures, and larger files that would have to be inflated, are not shown. */
const maxSize = 64 * MIB

/**
 * A member to be shown in a page: as the type that its first bytes are, of a text the beginning.
 * @throws Failure MEMBER_NOT_FOUND, NO_PREVIEW for other types and for what the scanner could not look into
 */
export async function previewBody(
  transfer: OpenedTransfer,
  n: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  const entry = await transfer.members.find(n)
  const { size, method } = entry.line
  const type = await typeOf(entry)
  const kind = previewKind(type)
  if (!kind || transfer.file.scan === 'unscanned') throw new Failure('NO_PREVIEW')
  if (kind === 'text') {
    const length = Math.min(size, previewedText)
    const headers = { ...previewHeaders, 'content-type': 'text/plain; charset=utf-8' }
    return { chunks: readEntry(entry, 0, length), length, headers }
  }
  if (size > maxSize && (kind === 'image' || method === 'deflated')) throw new Failure('NO_PREVIEW')
  const headers = { ...previewHeaders, 'content-type': type }
  return memberBody(transfer, entry, request, reply, headers)
}
