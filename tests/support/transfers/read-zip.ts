import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

type ZipMember = {
  path: string
  content: Buffer
  compressedSize: number
  /** As MS-DOS writes it, and in seconds since 1970 where the archive says it in UTC. */
  time: number
  seconds: number | undefined
}

/**
 * Reads a whole archive strictly: every record must agree with every other, and no byte may lie between two. It
 * shares nothing with what writes them.
 */
export function readZip(archive: Buffer): ZipMember[] {
  const { count, start, end } = findDirectory(archive)
  const members: ZipMember[] = []
  let at = start
  let local = 0
  for (let index = 0; index < count; index += 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50)
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const path = archive.subarray(at + 46, at + 46 + nameLength)
    const fields = [
      archive.readUInt32LE(at + 24),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ]
    const extra = archive.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const [size = 0, compressedSize = 0, offset = 0] = widen(fields, extra)
    // Archives that a browser makes say nothing of rights.
    assert.ok([0o100644, 0].includes(archive.readUInt32LE(at + 38) >>> 16))
    assert.equal(offset, local, 'members follow each other without a gap')
    assert.equal(archive.readUInt32LE(local), 0x04034b50)
    assert.equal(archive.readUInt16LE(local + 6), 0x0808)
    assert.deepEqual(archive.subarray(local + 14, local + 26), Buffer.alloc(12))
    assert.equal(archive.readUInt16LE(local + 8), archive.readUInt16LE(at + 10))
    assert.deepEqual(archive.subarray(local + 30, local + 30 + nameLength), path)
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const stored = archive.subarray(data, data + compressedSize)
    const content = archive.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored)
    assert.equal(content.length, size)
    const descriptor = data + compressedSize
    assert.equal(archive.readUInt32LE(descriptor), 0x08074b50)
    assert.equal(archive.readUInt32LE(descriptor + 4), crc32(content))
    assert.equal(archive.readUInt32LE(at + 16), crc32(content))
    assert.equal(archive.readUInt32LE(descriptor + 8), compressedSize)
    assert.equal(archive.readUInt32LE(descriptor + 12), size)
    const seconds = timestampIn(extra)
    const localExtra = archive.subarray(local + 30 + archive.readUInt16LE(local + 26), data)
    assert.equal(timestampIn(localExtra), seconds, 'both headers say the same time')
    const time = archive.readUInt32LE(at + 12)
    assert.equal(archive.readUInt32LE(local + 10), time)
    members.push({ path: path.toString(), content, compressedSize, time, seconds })
    local = descriptor + 16
    at += 46 + nameLength + extraLength
  }
  assert.equal(local, start, 'the directory follows the last member')
  assert.equal(at, end, 'the end record follows the directory')
  return members
}

/** Start and end of the central directory, and its number of members, by Zip64 if present. */
function findDirectory(archive: Buffer): { count: number; start: number; end: number } {
  const at = archive.length - 22
  assert.equal(archive.readUInt32LE(at), 0x06054b50)
  const place = {
    count: archive.readUInt16LE(at + 10),
    start: archive.readUInt32LE(at + 16),
    end: archive.readUInt32LE(at + 16) + archive.readUInt32LE(at + 12),
  }
  assert.equal(archive.readUInt16LE(at + 8), place.count)
  if (place.count < 0xffff) return place
  assert.equal(archive.readUInt32LE(at - 20), 0x07064b50)
  const zip64 = Number(archive.readBigUInt64LE(at - 12))
  assert.equal(archive.readUInt32LE(zip64), 0x06064b50)
  assert.equal(zip64 + 56, at - 20)
  const start = Number(archive.readBigUInt64LE(zip64 + 48))
  const end = start + Number(archive.readBigUInt64LE(zip64 + 40))
  assert.equal(end, zip64)
  return { count: Number(archive.readBigUInt64LE(zip64 + 32)), start, end }
}

/** The time of modification of an extended timestamp. */
function timestampIn(extra: Buffer): number | undefined {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 0x5455) continue
    assert.deepEqual([extra.readUInt16LE(at + 2), extra.readUInt8(at + 4)], [5, 1])
    return extra.readUInt32LE(at + 5)
  }
  return undefined
}

/** Replaces the fields that stand for a Zip64 value by that value, in their order. */
function widen(fields: readonly number[], extra: Buffer): number[] {
  let at = 4
  return fields.map((field) => {
    if (field !== 0xffffffff) return field
    assert.equal(extra.readUInt16LE(0), 1)
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}
