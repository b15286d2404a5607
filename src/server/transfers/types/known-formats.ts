type Signature = { readonly at: number; readonly bytes: Buffer }

/** A format that is known by its first bytes. */
type Format = {
  /** File name extensions of it, and of the formats made on top of it. */
  readonly extensions: readonly string[]
  /** Whether its bytes are compressed already. */
  readonly compressed: boolean
  /** One of these holds, each with all its parts. */
  readonly signatures: readonly (readonly Signature[])[]
}

const list = (text: string): readonly string[] => text.split(' ')
const ascii = (text: string, at = 0): Signature => ({ at, bytes: Buffer.from(text, 'latin1') })
const hex = (text: string, at = 0): Signature => ({ at, bytes: Buffer.from(text.replaceAll(' ', ''), 'hex') })

function format(extensions: string, compressed: boolean, ...signatures: Format['signatures']): Format {
  return { extensions: list(extensions), compressed, signatures }
}

/** Sources of the first bytes: the formats' own specifications, and the IANA media type registrations. */
const formats: readonly Format[] = [
  format('jpg jpeg jpe jfif', true, [hex('ff d8 ff')]),
  format('png apng', true, [hex('89 50 4e 47 0d 0a 1a 0a')]),
  format('gif', true, [ascii('GIF87a')], [ascii('GIF89a')]),
  format('webp', true, [ascii('RIFF'), ascii('WEBP', 8)]),
  format('jxl', true, [hex('ff 0a')], [hex('00 00 00 0c 4a 58 4c 20 0d 0a 87 0a')]),
  format('jp2 jpx', true, [hex('00 00 00 0c 6a 50 20 20 0d 0a 87 0a')]),
  format('bmp dib', false, [ascii('BM'), hex('00 00 00 00', 6)]),
  format('tif tiff dng nef arw cr2', false, [hex('49 49 2a 00')], [hex('4d 4d 00 2a')], [hex('49 49 2b 00')]),
  format('ico', false, [hex('00 00 01 00')]),
  format('psd psb', false, [ascii('8BPS')]),

  format('mp4 m4v m4a m4b mov qt 3gp 3g2 heic heif hif avif cr3', true, [ascii('ftyp', 4)]),
  format('mov qt', true, [ascii('moov', 4)], [ascii('mdat', 4)], [ascii('wide', 4)]),
  format('mkv webm mka', true, [hex('1a 45 df a3')]),
  format('avi', true, [ascii('RIFF'), ascii('AVI ', 8)]),
  format('wmv wma asf', true, [hex('30 26 b2 75 8e 66 cf 11')]),
  format('mpg mpeg vob', true, [hex('00 00 01 ba')], [hex('00 00 01 b3')]),
  format('flv', true, [ascii('FLV\x01')]),
  format(
    'mp3',
    true,
    [ascii('ID3'), hex('00', 4)],
    [hex('ff fb')],
    [hex('ff f3')],
    [hex('ff f2')],
    [hex('ff fa')],
    [hex('ff e3')],
  ),
  format('aac', true, [hex('ff f1')], [hex('ff f9')]),
  format('flac', true, [ascii('fLaC')]),
  format('ogg oga ogv ogx opus spx', true, [ascii('OggS\0')]),
  format('wav', false, [ascii('RIFF'), ascii('WAVE', 8)], [ascii('RF64'), ascii('WAVE', 8)]),
  format('aif aiff aifc', false, [ascii('FORM'), ascii('AIF', 8)]),
  format('mid midi', false, [ascii('MThd\0\0\0\x06')]),

  format(
    'zip docx docm dotx xlsx xlsm xltx pptx pptm potx ppsx odt ods odp odg ott epub jar apk xpi ipa 3mf usdz kmz cbz sketch pages numbers vsdx xps oxps idml kra ora',
    true,
    [hex('50 4b 03 04')],
    [hex('50 4b 05 06')],
    [hex('50 4b 07 08')],
  ),
  format('gz tgz svgz', true, [hex('1f 8b 08')]),
  format(
    'bz2 tbz tbz2',
    true,
    [ascii('BZh'), hex('31 41 59 26 53 59', 4)],
    [ascii('BZh'), hex('17 72 45 38 50 90', 4)],
  ),
  format('xz txz', true, [hex('fd 37 7a 58 5a 00')]),
  format('zst tzst', true, [hex('28 b5 2f fd')]),
  format('lz4', true, [hex('04 22 4d 18')]),
  format('7z', true, [hex('37 7a bc af 27 1c')]),
  format('rar cbr', true, [ascii('Rar!\x1a\x07')]),
  format('cab', true, [ascii('MSCF\0\0\0\0')]),
  format('tar', false, [ascii('ustar', 257)]),

  format('pdf ai', true, [ascii('%PDF-')]),
  format('doc xls ppt xlt pps msg vsd', false, [hex('d0 cf 11 e0 a1 b1 1a e1')]),
  format('rtf doc', false, [ascii('{\\rtf')]),
  format('ps eps ai', false, [ascii('%!PS')], [hex('c5 d0 d3 c6')]),
  format('djvu djv', true, [ascii('AT&TFORM')]),
  format('woff', true, [ascii('wOFF')]),
  format('woff2', true, [ascii('wOF2')]),
  format('ttf ttc', false, [hex('00 01 00 00 00')], [ascii('true\0')], [ascii('ttcf\0')]),
  format('otf', false, [ascii('OTTO\0')]),
  format('sqlite sqlite3', false, [ascii('SQLite format 3\0')]),
]

/** Extensions of plain text: such a file is none of the formats above. */
const textExtensions = new Set(
  list('txt text log md csv tsv json xml html htm css svg yaml yml toml ini ics vcf srt vtt tex sql eml'),
)

const byExtension = Map.groupBy(
  formats.flatMap((one) => one.extensions.map((extension) => ({ extension, one }))),
  ({ extension }) => extension,
)

/** Signatures of compressed formats by their first byte, and under undefined those that begin further on. */
const compressedByFirstByte = Map.groupBy(
  formats.filter(({ compressed }) => compressed).flatMap(({ signatures }) => signatures),
  (parts) => parts.find(({ at }) => at === 0)?.bytes[0],
)

function oneHolds(signatures: Format['signatures'], head: Buffer): boolean {
  return signatures.some((parts) => parts.every((part) => isThere(part, head)))
}

/** Compares by index: a view of each place would take longer than all the rest, for each file of an upload. */
function isThere({ at, bytes }: Signature, head: Buffer): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (head[at + index] !== bytes[index]) return false
  return true
}

/** Whether the first bytes begin a format that is compressed already, such as a picture, a film or an archive. */
export function isCompressedFormat(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  return [bytes[0], undefined].some((first) => oneHolds(compressedByFirstByte.get(first) ?? [], bytes))
}

/**
 * Whether the first bytes cannot be those of a file with this extension, in lower case without a dot. False for unknown
 * extensions and for empty files.
 */
export function contradictsExtension(extension: string, head: Uint8Array): boolean {
  if (head.length === 0) return false
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  const named = byExtension.get(extension)
  if (named) return !named.some(({ one }) => oneHolds(one.signatures, bytes))
  return textExtensions.has(extension) && formats.some(({ signatures }) => oneHolds(signatures, bytes))
}
