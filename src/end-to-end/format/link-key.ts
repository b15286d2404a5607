import { type Bytes, isEqual, join, type Primitives, utf8 } from '../primitives.ts'
import { fromBase64url, toBase64url } from './base64url.ts'

export const linkKeyLength = 32
const checksumLength = 3
/** Characters of a written key. */
export const writtenKeyLength = 47
const label = utf8('restante/e2e v1 link\0')

/**
 * A key that was cut or mistyped, has more behind it, or isn't in the link that was given. Found before anything is asked of the
 * server. `length`: characters that were given as the key.
 */
export class LinkKeyDamaged extends Error {
  override readonly name = 'LinkKeyDamaged'
  readonly reason: 'missing' | 'incomplete' | 'too-long' | 'mistyped'
  readonly length: number
  constructor(reason: LinkKeyDamaged['reason'], length: number) {
    super(messages[reason])
    this.reason = reason
    this.length = length
  }
}

const messages = {
  missing: 'the link has no key',
  incomplete: 'the key is incomplete',
  'too-long': 'the key is too long',
  mistyped: 'the key has a mistyped character',
} as const

/** The key of a link as people see it: 47 characters, in which each mistyped one shows. */
export async function writeLinkKey(primitives: Primitives, key: Bytes): Promise<string> {
  return toBase64url(join([key, await checksum(primitives, key)]))
}

/** Fragment of a link, without `#`. */
export async function linkFragment(primitives: Primitives, key: Bytes): Promise<string> {
  return `k=${await writeLinkKey(primitives, key)}`
}

/**
 * The key in a text that a person gave: the key alone, `k=` and the key, or a whole link, whose `#` may be written `%23`. Mails wrap
 * lines within it.
 * @throws LinkKeyDamaged
 */
export async function readLinkKey(primitives: Primitives, text: string): Promise<Bytes> {
  const written = bareKey(text)
  const { length } = written
  if (/^https?:/i.test(written)) throw new LinkKeyDamaged('missing', 0)
  if (length !== writtenKeyLength)
    throw new LinkKeyDamaged(length < writtenKeyLength ? 'incomplete' : 'too-long', length)
  const bytes = fromBase64url(written)
  if (bytes?.length !== linkKeyLength + checksumLength) throw new LinkKeyDamaged('mistyped', length)
  const key = bytes.slice(0, linkKeyLength)
  // guard: checksum of a key -> src/end-to-end/format/link-key.test.ts "mistyped"
  if (!isEqual(await checksum(primitives, key), bytes.subarray(linkKeyLength)))
    throw new LinkKeyDamaged('mistyped', length)
  return key
}

/** The key as it was written in what a person gave, checked by nothing. */
export function bareKey(text: string): string {
  const given = text.replaceAll(/\s/g, '')
  return splitLink(given).key ?? given.replace(/^#?k=/, '')
}

/** A link without its key, and the key as it was written there; undefined where the link has none. */
export function splitLink(link: string): { readonly link: string; readonly key: string | undefined } {
  const found = /^(.*?)(?:#|%23)k=(.*)$/s.exec(link)
  return found ? { link: found[1] ?? '', key: found[2] } : { link, key: undefined }
}

async function checksum(primitives: Primitives, key: Bytes): Promise<Bytes> {
  return (await primitives.sha256(join([label, key]))).subarray(0, checksumLength)
}
