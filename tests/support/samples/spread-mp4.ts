const MIB = 1024 * 1024

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
const fullBox = (type: string, versionAndFlags: number, ...parts: readonly Uint8Array[]) =>
  box(type, u32(versionAndFlags), ...parts)

/** Units of time in a second. */
const timescale = 1000
/** No turn, no stretch (ISO 14496-12, 8.2.2). */
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** A film of VP9 pictures, all of them whole, of which each is shown for a second. */
export type Film = {
  readonly frames: readonly Uint8Array[]
  readonly width: number
  readonly height: number
}

/** The film as an MP4 (ISO 14496-12) of about `size` bytes, in chunks: the space between its pictures is empty. */
export function* spreadMp4(film: Film, size: number): Generator<Uint8Array> {
  const { frames } = film
  const type = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2mp41'))
  const headLength =
    type.length +
    moov(
      film,
      frames.map(() => 0),
    ).length +
    16
  const gap = Math.floor((size - headLength) / frames.length)
  const offsets = frames.map((_, index) => headLength + index * gap)
  yield type
  yield moov(film, offsets)
  // A size of 1 says that the true one, of 64 bits, follows the name.
  yield Buffer.concat([u32(1), Buffer.from('mdat'), u64(16 + frames.length * gap)])
  const nothing = Buffer.alloc(MIB)
  for (const frame of frames) {
    yield frame
    for (let left = gap - frame.length; left > 0; left -= MIB) yield nothing.subarray(0, Math.min(left, MIB))
  }
}

function moov({ frames, width, height }: Film, offsets: readonly number[]): Buffer {
  const count = frames.length
  const duration = count * timescale
  const description = box(
    'vp09',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(0x18),
    u16(0xffff),
    // Profile 0, level 1, 8 bits, 4:2:0, BT.709 from 0 to 255.
    fullBox('vpcC', 1 << 24, Buffer.from([0, 10, 0x83, 1, 1, 1, 0, 0])),
  )
  const table = box(
    'stbl',
    fullBox('stsd', 0, u32(1), description),
    fullBox('stts', 0, u32(1, count, timescale)),
    fullBox('stsc', 0, u32(1, 1, 1, 1)),
    fullBox('stsz', 0, u32(0, count, ...frames.map(({ length }) => length))),
    fullBox('co64', 0, u32(count), ...offsets.map(u64)),
  )
  const information = box(
    'minf',
    fullBox('vmhd', 1, Buffer.alloc(8)),
    box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
    table,
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, timescale, duration), u16(0x55c4), u16(0)),
    fullBox('hdlr', 0, u32(0), Buffer.from('vide'), Buffer.alloc(13)),
    information,
  )
  const track = box(
    'trak',
    fullBox('tkhd', 3, u32(0, 0, 1, 0, duration), Buffer.alloc(16), matrix, u32(width << 16, height << 16)),
    media,
  )
  const head = fullBox(
    'mvhd',
    0,
    u32(0, 0, timescale, duration, 0x10000),
    u16(0x100),
    Buffer.alloc(10),
    matrix,
    Buffer.alloc(24),
    u32(2),
  )
  return box('moov', head, track)
}
