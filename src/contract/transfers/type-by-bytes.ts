import { extensionsOf } from './file-extensions.ts'

/** Type of every file without a preview. */
export const unknownType = 'application/octet-stream'

/** How many first bytes of a file tell its type. */
export const headLength = 4096

type Signature = {
  readonly type: string
  /** Beginnings of such a file, all with the same first byte; one must match. */
  readonly starts: readonly [string, ...string[]]
  /** Further condition. */
  readonly matches?: (head: Uint8Array) => boolean
}

/** Whether these characters, one byte each, stand at a place. It is asked of each file of an upload. */
function begins(head: Uint8Array, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (head[at + index] !== text.charCodeAt(index)) return false
  return true
}

/** These bytes, one character each. */
function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

/**
 * Main brands of ISO base media files (ISO 14496-12) that browsers play or show, as https://mp4ra.org lists them. Other brands
 * that such a file names say less: pictures of cameras name isom.
 */
const brands: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/avif': 'avif,avis',
    'audio/mp4': 'M4A ,M4B ',
    'video/mp4':
      'isom,iso2,iso3,iso4,iso5,iso6,iso7,iso8,iso9,mp41,mp42,mp71,avc1,hvc1,av01,M4V ,M4VH,M4VP,MSNV,XAVC,f4v ,dash,msdh,cmfc,cmf2',
  }).flatMap(([type, names]) => names.split(',').map((name) => [name, type] as const)),
)

/** The formats that are shown, by their own specifications. SVG, HTML, XML and office formats are not among them. */
const signatures: readonly Signature[] = [
  { type: 'image/png', starts: ['\x89PNG\r\n\x1a\n'] },
  { type: 'image/jpeg', starts: ['\xff\xd8\xff'] },
  { type: 'image/gif', starts: ['GIF87a', 'GIF89a'] },
  { type: 'image/webp', starts: ['RIFF'], matches: (head) => begins(head, 'WEBP', 8) },
  { type: 'audio/wav', starts: ['RIFF'], matches: (head) => begins(head, 'WAVE', 8) },
  { type: 'audio/flac', starts: ['fLaC'] },
  { type: 'video/ogg', starts: ['OggS\0'], matches: (head) => latin1(head, 0, 128).includes('theora') },
  { type: 'audio/ogg', starts: ['OggS\0'] },
  {
    type: 'video/webm',
    starts: ['\x1a\x45\xdf\xa3'],
    matches: (head) => latin1(head, 0, 64).includes('webm'),
  },
  { type: 'audio/mpeg', starts: ['ID3'] },
  { type: 'audio/mpeg', starts: ['\xff\xfb', '\xff\xf3', '\xff\xf2', '\xff\xfa'] },
]
/** Most files begin like none of them. */
const byFirstByte = Map.groupBy(signatures, ({ starts: [start] }) => start.charCodeAt(0))

/** Extensions of what a browser or an office program would run or lay out: it is not shown as text either. */
const markup = new Set('html htm xhtml xht shtml mht mhtml svg xml xsl xslt rtf'.split(' '))

/**
 * The media type of a file that may be shown, by its first bytes: pictures, sound, video and plain text. For everything else
 * it is application/octet-stream. The name only ever makes it less.
 * @param head the first 4096 bytes, or all of a shorter file
 * @param isUtf8 whether bytes are well-formed; servers have a faster way than browsers
 */
export function typeOf(filename: string, head: Uint8Array, isUtf8: IsUtf8): string {
  const type = typeOfBytes(head, isUtf8)
  const isMarkup = type !== unknownType && extensionsOf(filename).some((extension) => markup.has(extension))
  return isMarkup ? unknownType : type
}

type IsUtf8 = (bytes: Uint8Array) => boolean

function typeOfBytes(head: Uint8Array, isUtf8: IsUtf8): string {
  if (begins(head, 'ftyp', 4)) return brands.get(latin1(head, 8, 12)) ?? unknownType
  const found = byFirstByte
    .get(head[0] ?? -1)
    ?.find(({ starts, matches }) => starts.some((start) => begins(head, start)) && (matches?.(head) ?? true))
  if (found) return found.type
  return isPlainText(head, isUtf8) ? 'text/plain' : unknownType
}

function isPlainText(head: Uint8Array, isUtf8: IsUtf8): boolean {
  // The first bytes already reveal most files that are no text.
  // guard: what has control characters behind its words is no text -> tests/http/contents/previews.test.ts "there is no preview"
  //   drops || hasControls(head)
  if (head.length === 0 || hasControls(head)) return false
  return isUtf8(head.subarray(0, head.length - cutCharacter(head))) && !beginsMarkup(head)
}

/** Begins with `<`, `%` or `{`. */
const markupStart = /^\s*(?:<[a-z!?/]|%PDF-|%!PS|\{\\rtf)/i

function beginsMarkup(text: Uint8Array): boolean {
  const first = text.find((byte) => byte > 0x20) ?? 0
  // Spaces that are not ASCII may stand before it, too.
  const mayBe = first >= 0x80 || first === 0x3c || first === 0x25 || first === 0x7b
  return mayBe && markupStart.test(new TextDecoder().decode(text))
}

/** Indexed by byte: 1 for control characters but tab, line feed, form feed and carriage return. */
const controls = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x7f || (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)) ? 1 : 0,
)

/** Whether there are control characters of ASCII but tab, line ends and form feed. In UTF-8 no other character has their bytes. */
function hasControls(text: Uint8Array): boolean {
  const { length } = text
  for (let index = 0; index < length; index += 1) if (controls[text[index] ?? 0] === 1) return true
  return false
}

/** How many bytes at the end are the beginning of a character in UTF-8 whose rest has been cut off. */
function cutCharacter(head: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, head.length); back += 1) {
    const byte = head[head.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
