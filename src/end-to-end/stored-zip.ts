import { type Bytes, join, utf8 } from './primitives.ts'

/** A file of an archive. `modified` is ISO 8601. */
export type ZipEntry = { readonly path: string; readonly size: number; readonly modified: string }

const most32 = 0xffff_ffff
const most16 = 0xffff
/** CRC and sizes follow the content, names are UTF-8. */
const flags = 0x0808
/** Bytes of each record without name and ZIP64 fields (APPNOTE 6.3.10). */
const lengths = {
  local: 30,
  descriptor: 16,
  descriptor64: 24,
  central: 46,
  end: 22,
  end64: 56,
  locator64: 20,
}

const isLong = ({ size }: ZipEntry) => size >= most32

/** Bytes of the archive that `zipOf` makes of these. */
export function zipLength(entries: readonly ZipEntry[]): number {
  let at = 0
  let directory = 0
  for (const entry of entries) {
    const name = utf8(entry.path).length
    directory += lengths.central + name + centralExtra(entry, at).length
    at += lengths.local + name + (isLong(entry) ? 20 : 0) + entry.size
    at += isLong(entry) ? lengths.descriptor64 : lengths.descriptor
  }
  return at + directory + endOf(entries.length, at, directory).length
}

/**
 * A ZIP of files as they are, not compressed; ZIP64 where sizes want it. Its buffers have any size, and are the caller's.
 * @param read the content of a file by its place in the list: exactly as many bytes as it says
 */
export async function* zipOf(
  entries: readonly ZipEntry[],
  read: (index: number) => AsyncIterable<Bytes>,
): AsyncGenerator<Bytes> {
  const directory: Bytes[] = []
  let at = 0
  for (const [index, entry] of entries.entries()) {
    const offset = at
    const head = localHeader(entry)
    at += head.length
    yield head
    let crc = 0xffff_ffff
    for await (const bytes of read(index)) {
      crc = addToCrc(crc, bytes)
      yield bytes
    }
    crc = (crc ^ 0xffff_ffff) >>> 0
    const descriptor = descriptorOf(entry, crc)
    at += entry.size + descriptor.length
    yield descriptor
    directory.push(centralHeader(entry, crc, offset))
  }
  const written = join(directory)
  const end = endOf(entries.length, at, written.length)
  yield written
  yield end
}

function localHeader(entry: ZipEntry): Bytes {
  const name = utf8(entry.path)
  const extra = isLong(entry)
    ? record([
        [1, 2],
        [16, 2],
        [0, 8],
        [0, 8],
      ])
    : new Uint8Array(0)
  const size = isLong(entry) ? most32 : 0
  const head = record([
    [0x04034b50, 4],
    [isLong(entry) ? 45 : 20, 2],
    [flags, 2],
    [0, 2],
    ...timeOf(entry),
    [0, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [extra.length, 2],
  ])
  return join([head, name, extra])
}

function descriptorOf(entry: ZipEntry, crc: number): Bytes {
  const width = isLong(entry) ? 8 : 4
  return record([
    [0x08074b50, 4],
    [crc, 4],
    [entry.size, width],
    [entry.size, width],
  ])
}

function centralHeader(entry: ZipEntry, crc: number, offset: number): Bytes {
  const name = utf8(entry.path)
  const extra = centralExtra(entry, offset)
  const size = isLong(entry) ? most32 : entry.size
  const head = record([
    [0x02014b50, 4],
    [extra.length > 0 ? 45 : 20, 2],
    [extra.length > 0 ? 45 : 20, 2],
    [flags, 2],
    [0, 2],
    ...timeOf(entry),
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [Math.min(offset, most32), 4],
  ])
  return join([head, name, extra])
}

/** The ZIP64 field of the directory: only what does not fit into 32 bits. */
function centralExtra(entry: ZipEntry, offset: number): Bytes {
  const numbers = [...(isLong(entry) ? [entry.size, entry.size] : []), ...(offset >= most32 ? [offset] : [])]
  if (numbers.length === 0) return new Uint8Array(0)
  return record([[1, 2], [8 * numbers.length, 2], ...numbers.map((number): Field => [number, 8])])
}

function endOf(count: number, at: number, length: number): Bytes {
  const end = record([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, most16), 2],
    [Math.min(count, most16), 2],
    [Math.min(length, most32), 4],
    [Math.min(at, most32), 4],
    [0, 2],
  ])
  if (count < most16 && at < most32 && length < most32) return end
  const end64 = record([
    [0x06064b50, 4],
    [lengths.end64 - 12, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [length, 8],
    [at, 8],
  ])
  return join([
    end64,
    record([
      [0x07064b50, 4],
      [0, 4],
      [at + length, 8],
      [1, 4],
    ]),
    end,
  ])
}

/** A number and its bytes, lowest first. */
type Field = readonly [number: number, width: 2 | 4 | 8]

function record(fields: readonly Field[]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [, width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [number, width] of fields) {
    if (width === 2) view.setUint16(at, number, true)
    else if (width === 4) view.setUint32(at, number, true)
    else view.setBigUint64(at, BigInt(number), true)
    at += width
  }
  return bytes
}

/** Time and date as MS-DOS has them, in UTC, from 1980 to 2107. */
function timeOf({ modified }: ZipEntry): Field[] {
  const time = new Date(Math.min(Math.max(Date.parse(modified), Date.UTC(1980, 0)), Date.UTC(2107, 11, 31)))
  return [
    [(time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1), 2],
    [((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), 2],
  ]
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function addToCrc(crc: number, bytes: Uint8Array): number {
  let value = crc
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return value
}
