import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fileId } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'

const count = z.string().check(z.regex(/^\d{1,15}$/))

/** A header that may be sent once; of several the first counts. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A number of bytes. @throws Failure BAD_REQUEST */
export function readCount(request: FastifyRequest, name: string): number {
  const result = z.safeParse(count, header(request, name))
  if (!result.success) throw new Failure('BAD_REQUEST', { details: `${name}: not a number of bytes` })
  return Number(result.data)
}

/** The length of an upload: what is too long to be counted is too long to be taken, and no malformed request. @throws Failure BAD_REQUEST */
export function readLength(request: FastifyRequest): number {
  const isHuge = /^\d{16,}$/.test(header(request, 'upload-length') ?? '')
  return isHuge ? Number.MAX_SAFE_INTEGER : readCount(request, 'upload-length')
}

/** The id in an upload's address. @throws Failure UPLOAD_NOT_FOUND for what cannot be one */
export function readId(request: FastifyRequest): string {
  const result = z.safeParse(z.object({ id: fileId }), request.params)
  if (!result.success) throw new Failure('UPLOAD_NOT_FOUND')
  return result.data.id
}
