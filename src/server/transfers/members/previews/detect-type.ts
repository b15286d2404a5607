import { isUtf8 } from 'node:buffer'
import { extensionsOf } from '../../types/extensions-of.ts'

/** What is said of everything that there is no preview for. */
export const unknownType = 'application/octet-stream'

type Signature = { readonly type: string; readonly matches: (head: Buffer) => boolean }

/** Whether these characters, one byte each, stand at a place. It is asked a dozen times of each file of an upload. */
function begins(head: Buffer, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (head[at + index] !== text.charCodeAt(index)) return false
  return true
}
const isRiff = (kind: string) => (head: Buffer) => begins(head, 'RIFF') && begins(head, kind, 8)

/** Brands of ISO base media files (ISO 14496-12) that browsers play or show. */
const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  isom: 'video/mp4',
  iso2: 'video/mp4',
  iso4: 'video/mp4',
  iso5: 'video/mp4',
  iso6: 'video/mp4',
  mp41: 'video/mp4',
  mp42: 'video/mp4',
  avc1: 'video/mp4',
  'M4V ': 'video/mp4',
  dash: 'video/mp4',
}

/** The formats that are shown, by their own specifications. SVG, HTML, XML and office formats are not among them. */
const signatures: readonly Signature[] = [
  { type: 'image/png', matches: (head) => begins(head, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', matches: (head) => begins(head, '\xff\xd8\xff') },
  { type: 'image/gif', matches: (head) => begins(head, 'GIF87a') || begins(head, 'GIF89a') },
  { type: 'image/webp', matches: isRiff('WEBP') },
  { type: 'audio/wav', matches: isRiff('WAVE') },
  { type: 'audio/flac', matches: (head) => begins(head, 'fLaC') },
  {
    type: 'video/ogg',
    matches: (head) => begins(head, 'OggS\0') && head.subarray(0, 128).includes('theora'),
  },
  { type: 'audio/ogg', matches: (head) => begins(head, 'OggS\0') },
  {
    type: 'video/webm',
    matches: (head) => begins(head, '\x1a\x45\xdf\xa3') && head.subarray(0, 64).includes('webm'),
  },
  {
    type: 'audio/mpeg',
    matches: (head) =>
      begins(head, 'ID3') || (head[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(head[1] ?? 0)),
  },
]

/** Extensions of what a browser or an office program would run or lay out: it is not shown as text either. */
const markup = new Set('html htm xhtml xht shtml mht mhtml svg xml xsl xslt rtf'.split(' '))

/**
 * The media type of a file that may be shown, by its first bytes: pictures, sound, video and plain text. For everything else
 * it is application/octet-stream. The name only ever makes it less.
 */
export function detectType(filename: string, head: Uint8Array): string {
  const type = typeOfBytes(Buffer.from(head.buffer, head.byteOffset, head.length))
  const isMarkup = type !== unknownType && extensionsOf(filename).some((extension) => markup.has(extension))
  return isMarkup ? unknownType : type
}

function typeOfBytes(head: Buffer): string {
  if (begins(head, 'ftyp', 4)) return brands[head.toString('latin1', 8, 12)] ?? unknownType
  const found = signatures.find(({ matches }) => matches(head))
  if (found) return found.type
  return isPlainText(head) ? 'text/plain' : unknownType
}

const beginsMarkup = /^\s*(?:<[a-z!?/]|%PDF-|%!PS|\{\\rtf)/i

function isPlainText(head: Buffer): boolean {
  const whole = head.subarray(0, head.length - cutCharacter(head))
  if (head.length === 0 || !isUtf8(whole) || hasControls(whole)) return false
  return !beginsMarkup.test(whole.toString('utf8'))
}

/** Tab, line feed, form feed, carriage return. */
const spaces: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])

/** Whether there are control characters of ASCII but tab, line ends and form feed. In UTF-8 no other character has their bytes. */
function hasControls(text: Buffer): boolean {
  const { length } = text
  for (let index = 0; index < length; index += 1) {
    const byte = text[index] ?? 0
    if (byte < 0x20 ? !spaces.has(byte) : byte === 0x7f) return true
  }
  return false
}

/** How many bytes at the end are the beginning of a character in UTF-8 whose rest has been cut off. */
function cutCharacter(head: Buffer): number {
  for (let back = 1; back <= Math.min(3, head.length); back += 1) {
    const byte = head[head.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
