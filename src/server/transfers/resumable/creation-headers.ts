import type { FastifyRequest } from 'fastify'
import { Failure } from '#server/platform/failure.ts'

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
