import { crc32 } from 'node:zlib'
import { pictureLimits } from '#contract/operations/branding/identity-limits.ts'
import { Failure } from '#server/platform/failure.ts'

/** A picture without anything but its pixels. */
export type CleanPicture = { readonly content: Uint8Array; readonly extension: 'png' | 'webp' }

/**
 * Copies the chunks that make up the pixels of a PNG or WebP and leaves out all others, such as a location or whatever follows
 * the end. Nothing is decoded: browsers do that, within the sides that the head names.
 * @throws Failure PICTURE_REFUSED for other types, several frames, more than 1 MB or 4096 pixels a side
 */
export function cleanPicture(content: Buffer): CleanPicture {
  if (content.length > pictureLimits.bytes) throw new Failure('PICTURE_REFUSED')
  if (content.subarray(0, 8).equals(pngSignature)) return { content: cleanPng(content), extension: 'png' }
  if (text(content, 0, 4) === 'RIFF' && text(content, 8, 12) === 'WEBP')
    return { content: cleanWebp(content), extension: 'webp' }
  throw new Failure('PICTURE_REFUSED')
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const pngChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** PNG, third edition, section 5: length, type, data and checksum of each chunk. */
function cleanPng(content: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature]
  const types: string[] = []
  for (let at = pngSignature.length; types.at(-1) !== 'IEND'; ) {
    if (at + 12 > content.length) throw new Failure('PICTURE_REFUSED')
    const end = at + 12 + content.readUInt32BE(at)
    if (end > content.length) throw new Failure('PICTURE_REFUSED')
    const type = text(content, at + 4, at + 8)
    const isSound = crc32(content.subarray(at + 4, end - 4)) === content.readUInt32BE(end - 4)
    if (type === 'acTL' || !isSound) throw new Failure('PICTURE_REFUSED')
    if (types.length === 0) {
      if (type !== 'IHDR' || end - at !== 25) throw new Failure('PICTURE_REFUSED')
      assertSides(content.readUInt32BE(at + 8), content.readUInt32BE(at + 12))
    } else if (type === 'IHDR') throw new Failure('PICTURE_REFUSED')
    types.push(type)
    if (pngChunks.has(type)) kept.push(content.subarray(at, end))
    at = end
  }
  if (!types.includes('IDAT')) throw new Failure('PICTURE_REFUSED')
  return Buffer.concat(kept)
}

/** RFC 9649, section 2: chunks of a type, a length and data, padded to an even length. */
function cleanWebp(content: Buffer): Buffer {
  const kept: Buffer[] = []
  const types: string[] = []
  const size = Math.min(content.length, content.readUInt32LE(4) + 8)
  for (let at = 12; at < size; ) {
    if (at + 8 > size) throw new Failure('PICTURE_REFUSED')
    const type = text(content, at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > content.length) throw new Failure('PICTURE_REFUSED')
    const chunk = content.subarray(at, end)
    types.push(type)
    if (type === 'ANIM' || type === 'ANMF') throw new Failure('PICTURE_REFUSED')
    if (type === 'VP8X' || type === 'ALPH' || type === 'VP8 ' || type === 'VP8L') {
      assertWebpSides(type, chunk.subarray(8))
      kept.push(type === 'VP8X' ? withoutExtras(chunk) : chunk)
    }
    at = end
  }
  const isWhole = ['VP8 ', 'VP8L'].filter((type) => types.includes(type)).length === 1
  if (!isWhole || new Set(types).size !== types.length) throw new Failure('PICTURE_REFUSED')
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

function assertWebpSides(type: string, data: Buffer): void {
  if (type === 'ALPH') return
  if (data.length < 10) throw new Failure('PICTURE_REFUSED')
  if (type === 'VP8X') {
    if ((data[0] ?? 0) & 0x02) throw new Failure('PICTURE_REFUSED')
    assertSides(data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1)
  } else if (type === 'VP8L') {
    const bits = data.readUInt32LE(1)
    if (data[0] !== 0x2f) throw new Failure('PICTURE_REFUSED')
    assertSides((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  } else {
    if (data.readUIntBE(3, 3) !== 0x9d012a) throw new Failure('PICTURE_REFUSED')
    assertSides(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff)
  }
}

/** Only transparency is left of the flags: colour profile, EXIF and XMP are cut off. */
function withoutExtras(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk)
  copy[8] = (copy[8] ?? 0) & 0x10
  return copy
}

function assertSides(width: number, height: number): void {
  const { side } = pictureLimits
  if (width < 1 || height < 1 || width > side || height > side) throw new Failure('PICTURE_REFUSED')
}

function text(content: Buffer, from: number, to: number): string {
  return content.toString('latin1', from, to)
}
