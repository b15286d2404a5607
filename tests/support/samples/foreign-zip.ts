import { crc32, deflateRawSync } from 'node:zlib'

/** A member of a ZIP as another program writes it, or malformed. */
export type ForeignEntry = {
  readonly name: string | Uint8Array
  readonly bytes?: Uint8Array
  readonly stored?: boolean
  /** Extra fields, in both headers. */
  readonly extra?: Uint8Array
  /** As MS-DOS writes it, the date in the upper half. */
  readonly time?: number
  /** In place of what is true, in the directory. */
  readonly says?: Partial<Record<'size' | 'packed' | 'offset' | 'method' | 'flags' | 'crc', number>>
}

type Whole = {
  readonly before?: Uint8Array
  readonly after?: Uint8Array
  readonly comment?: string
  /** In place of the number of members. */
  readonly count?: number
  /** In place of where the directory begins. */
  readonly directoryAt?: number
}

const none = Buffer.alloc(0)

/** UTF-8 names (APPNOTE.TXT 4.4.4). */
const utf8 = 1 << 11

/** Writes a ZIP, with local headers that know sizes, and as wrong as it is wanted. */
export function foreignZip(
  entries: readonly ForeignEntry[],
  { before = Buffer.alloc(0), after = Buffer.alloc(0), comment = '', count, directoryAt }: Whole = {},
): Buffer {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const {
    name,
    bytes = Buffer.alloc(0),
    stored = false,
    extra = none,
    time = 0,
    says = {},
  } of entries) {
    const path = Buffer.from(name)
    const data = stored ? bytes : deflateRawSync(bytes)
    const fields = {
      flags: utf8,
      method: stored ? 0 : 8,
      crc: crc32(bytes),
      packed: data.length,
      size: bytes.length,
      offset,
      ...says,
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    writeFields(local, 6, fields)
    local.writeUInt32LE(time, 10)
    local.writeUInt16LE(path.length, 26)
    local.writeUInt16LE(extra.length, 28)
    parts.push(local, path, extra, data)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    writeFields(central, 8, fields)
    central.writeUInt32LE(time, 12)
    central.writeUInt16LE(path.length, 28)
    central.writeUInt16LE(extra.length, 30)
    central.writeUInt32LE(fields.offset, 42)
    directory.push(central, path, extra)
    offset += 30 + path.length + extra.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count ?? entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(count ?? entries.length, 0xffff), 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(directoryAt ?? offset, 16)
  end.writeUInt16LE(comment.length, 20)
  const zip64 = (count ?? entries.length) > 0xffff ? [zip64End(entries.length, offset, directory)] : []
  return Buffer.concat([before, ...parts, ...directory, ...zip64, end, Buffer.from(comment), after])
}

function writeFields(
  record: Buffer,
  at: number,
  fields: Record<'flags' | 'method' | 'crc' | 'packed' | 'size', number>,
): void {
  record.writeUInt16LE(fields.flags, at)
  record.writeUInt16LE(fields.method, at + 2)
  record.writeUInt32LE(fields.crc, at + 8)
  record.writeUInt32LE(fields.packed, at + 12)
  record.writeUInt32LE(fields.size, at + 16)
}

function zip64End(count: number, offset: number, directory: readonly Uint8Array[]): Buffer {
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const records = Buffer.alloc(76)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeBigUInt64LE(BigInt(count), 24)
  records.writeBigUInt64LE(BigInt(count), 32)
  records.writeBigUInt64LE(BigInt(size), 40)
  records.writeBigUInt64LE(BigInt(offset), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(offset + size), 64)
  records.writeUInt32LE(1, 72)
  return records
}
