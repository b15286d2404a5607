/**
 * The records of a ZIP archive, as PKWARE's APPNOTE.TXT 6.3.10 lays them down; section numbers below are its.
 * All members are written as they come, so a local header knows neither sizes nor checksum: they follow the data.
 */

/** Entry of a member in the central directory. Sizes and offset in bytes. */
export type MemberRecord = {
  readonly path: Uint8Array
  readonly time: MemberTime
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** First byte of the local header. */
  readonly offset: number
}

/** When a member was modified. */
export type MemberTime = {
  /** As MS-DOS writes it, in an unspecified time zone. */
  readonly dos: number
  /** Seconds since 1970, in UTC; only of a member of a foreign archive it may be unknown. */
  readonly seconds?: number | undefined
}

/** A field of 16 or 32 bits with this value says "see the Zip64 record" (4.4.1.4), so it cannot mean itself. */
const most16 = 0xffff
const most32 = 0xffffffff

/** Version 2.0 reads deflated members, 4.5 reads Zip64 (4.4.3.2). */
const versionDeflate = 20
const versionZip64 = 45
/** Upper byte 3: the external attributes are a Unix mode (4.4.2). */
const madeBy = (3 << 8) | versionZip64
/** Bit 3: sizes and checksum in a data descriptor; bit 11: the path is UTF-8 (4.4.4). */
const flags = (1 << 3) | (1 << 11)
/** Method 8, deflated (4.4.5). */
const method = 8
/** A regular file, rw-r--r--, in the upper half of the external attributes (4.4.15). */
const attributes = (0o100644 << 16) >>> 0

/** Bytes of a local header before its path. */
export const localHeadLength = 30

/** Local file header (4.3.7). `path` is UTF-8 with at most 65535 bytes. */
export function localHeader(path: Uint8Array, time: MemberTime): Uint8Array {
  const extra = timestamp(time)
  const record = Buffer.alloc(localHeadLength + path.length + extra.length)
  record.writeUInt32LE(0x04034b50, 0)
  record.writeUInt16LE(versionDeflate, 4)
  record.writeUInt16LE(flags, 6)
  record.writeUInt16LE(method, 8)
  record.writeUInt32LE(time.dos, 10)
  record.writeUInt16LE(path.length, 26)
  record.writeUInt16LE(extra.length, 28)
  record.set(path, localHeadLength)
  record.set(extra, localHeadLength + path.length)
  return record
}

/**
 * Extended timestamp (4.6.1, 0x5455) with the time of modification: without it a reader takes the time of MS-DOS for one of its
 * own zone. Readers with signed 32 bits take it until 2038, others until 2106.
 */
function timestamp({ seconds }: MemberTime): Uint8Array {
  if (seconds === undefined) return new Uint8Array(0)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(seconds, 5)
  return field
}

/**
 * Data descriptor (4.3.9) with its signature. Its sizes have 8 bytes exactly when the central directory needs
 * Zip64 for one of them; readers that go forward tell the two apart by the bytes they have counted.
 */
export function dataDescriptor({ crc, compressedSize, size }: MemberRecord): Uint8Array {
  const large = compressedSize >= most32 || size >= most32
  const record = Buffer.alloc(large ? 24 : 16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  if (large) {
    record.writeBigUInt64LE(BigInt(compressedSize), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(compressedSize, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

/** Central directory header (4.3.12), with a Zip64 extra field (4.5.3) of just the values that need it, and a timestamp. */
export function centralHeader(member: MemberRecord): Uint8Array {
  const { path, size, compressedSize, offset } = member
  const large = [size, compressedSize, offset].filter((value) => value >= most32)
  const zip64Length = large.length === 0 ? 0 : 4 + 8 * large.length
  const modified = timestamp(member.time)
  const record = Buffer.alloc(46 + path.length + zip64Length + modified.length)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeBy, 4)
  record.writeUInt16LE(large.length === 0 ? versionDeflate : versionZip64, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(method, 10)
  record.writeUInt32LE(member.time.dos, 12)
  record.writeUInt32LE(member.crc, 16)
  record.writeUInt32LE(Math.min(compressedSize, most32), 20)
  record.writeUInt32LE(Math.min(size, most32), 24)
  record.writeUInt16LE(path.length, 28)
  record.writeUInt16LE(zip64Length + modified.length, 30)
  record.writeUInt32LE(attributes, 38)
  record.writeUInt32LE(Math.min(offset, most32), 42)
  record.set(path, 46)
  if (large.length > 0) {
    const extra = 46 + path.length
    record.writeUInt16LE(1, extra)
    record.writeUInt16LE(8 * large.length, extra + 2)
    for (const [index, value] of large.entries()) {
      record.writeBigUInt64LE(BigInt(value), extra + 4 + 8 * index)
    }
  }
  record.set(modified, 46 + path.length + zip64Length)
  return record
}

/** Position of the central directory, in bytes, and how many members it lists. */
type DirectoryPlace = { readonly members: number; readonly offset: number; readonly size: number }

/**
 * Records after the central directory: the end record (4.3.16), and before it, where a value does not fit, the Zip64 end record
 * (4.3.14) and its locator (4.3.15).
 */
export function endRecords({ members, offset, size }: DirectoryPlace): Uint8Array {
  const zip64 = members >= most16 || offset >= most32 || size >= most32
  const at = zip64 ? 76 : 0
  const records = Buffer.alloc(at + 22)
  if (zip64) {
    records.writeUInt32LE(0x06064b50, 0)
    records.writeBigUInt64LE(44n, 4)
    records.writeUInt16LE(madeBy, 12)
    records.writeUInt16LE(versionZip64, 14)
    records.writeBigUInt64LE(BigInt(members), 24)
    records.writeBigUInt64LE(BigInt(members), 32)
    records.writeBigUInt64LE(BigInt(size), 40)
    records.writeBigUInt64LE(BigInt(offset), 48)
    records.writeUInt32LE(0x07064b50, 56)
    records.writeBigUInt64LE(BigInt(offset + size), 64)
    records.writeUInt32LE(1, 72)
  }
  records.writeUInt32LE(0x06054b50, at)
  records.writeUInt16LE(Math.min(members, most16), at + 8)
  records.writeUInt16LE(Math.min(members, most16), at + 10)
  records.writeUInt32LE(Math.min(size, most32), at + 12)
  records.writeUInt32LE(Math.min(offset, most32), at + 16)
  return records
}

/** Times that MS-DOS can write: whole even seconds of these years. */
const earliest = Date.UTC(1980, 0, 1)
const latest = Date.UTC(2107, 11, 31, 23, 59, 58)
/** The last whole year that 32 bits of seconds reach. */
const last32 = Date.UTC(2105, 11, 31, 23, 59, 58)

/** A time in milliseconds since 1970; what lies outside of 1980 to 2105 moves to its edge. */
export function memberTime(time: number): MemberTime {
  const seconds = Math.floor(Math.min(Math.max(time, earliest), last32) / 1000)
  return { dos: dosTime(1000 * seconds), seconds }
}

/**
 * A time as MS-DOS writes it (4.4.6), the time of day in the lower 16 bits and the date above, in UTC because the
 * format knows no zone. `time` is in milliseconds since 1970; what lies outside of 1980 to 2107 moves to its edge.
 */
export function dosTime(time: number): number {
  const date = new Date(Math.min(Math.max(time, earliest), latest))
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const clock = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | clock) >>> 0
}
