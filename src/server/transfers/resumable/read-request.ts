import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fileId } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'

/** Content type of a request that brings bytes of an upload. */
export const bodyType = 'application/offset+octet-stream'

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

/** Algorithms that an Upload-Checksum header may name (tus 1.0.0, extension checksum). */
export const checksumAlgorithms = ['sha256', 'sha1', 'sha512', 'md5'] as const

export type Checksum = { readonly hash: Hash; readonly expected: Buffer }

/** Reads `algorithm base64`. @throws Failure VALIDATION_ERROR for an unknown algorithm */
export function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [name, value = ''] = header.split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  if (!algorithm) throw new Failure('VALIDATION_ERROR', { details: 'Upload-Checksum: unknown algorithm' })
  return { hash: createHash(algorithm), expected: Buffer.from(value, 'base64') }
}

/** @throws Failure UPLOAD_CHECKSUM_MISMATCH */
export function verifyChecksum({ hash, expected }: Checksum): void {
  if (!hash.digest().equals(expected)) throw new Failure('UPLOAD_CHECKSUM_MISMATCH')
}

/** Headers of tus that a creation may have; of those that have to do with a body, see the extension creation-with-upload. */
const known = new Set(['upload-length', 'upload-metadata', 'upload-checksum', 'upload-offset'])

/** Extensions of tus that are not offered, by the header that asks for them. */
const notOffered: Readonly<Record<string, string>> = {
  'upload-concat':
    'concatenation, where parts of a file are uploads of their own. Send the file as one upload',
  'upload-defer-length': 'creation-defer-length. Say the length of the file in Upload-Length',
}

/**
 * Refuses a creation that asks for more than this server does. A server that ignored it would make of an upload something
 * else than its sender means: of a third of a file a finished transfer, for example.
 * @throws Failure VALIDATION_ERROR naming the header that is empty, sent twice, unknown, or of an extension that is not offered
 */
export function assertCreationHeaders({ raw }: FastifyRequest): void {
  for (const [name, values = []] of Object.entries(raw.headersDistinct)) {
    if (!name.startsWith('upload-')) continue
    const title = name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    if (Object.hasOwn(notOffered, name)) refuse(title, `this server does not offer ${notOffered[name]}`)
    if (!known.has(name)) refuse(title, 'this server does not know this header')
    if (values.length > 1) refuse(title, 'sent twice')
    if (values[0]?.trim() === '') refuse(title, 'empty')
    if (name === 'upload-offset' && values[0] !== '0') refuse(title, 'a new upload begins at 0')
  }
}

function refuse(title: string, reason: string): never {
  throw new Failure('VALIDATION_ERROR', { details: `${title}: ${reason}.` })
}
