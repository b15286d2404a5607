/** Facts about members from the directory of a ZIP. */
type ZipSummary = {
  readonly members: number
  /** Bytes of the largest member, unpacked. */
  readonly largest: number
  /** Bytes of all members, unpacked. */
  readonly total: number
  readonly encrypted: boolean
  /** Whether all members are packed with methods that clamd unpacks. */
  readonly readable: boolean
}

const signature = { member: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, split: 0x08074b50 }
const entryLength = 46
const endLength = 22
const maxComment = 0xffff
/** APPNOTE.TXT 4.4.5: stored, imploded, deflated, deflated with 64 KiB, bzip2. */
const readableMethods = new Set([0, 6, 8, 9, 12])

/**
 * Whether a file begins as a ZIP does, or ends as one: readers look for its directory at the end, and skip what stands in
 * front, as in self-extracting programs.
 */
export function looksLikeZip(head: Buffer, tail: Buffer): boolean {
  const first = head.length < 4 ? 0 : head.readUInt32LE(0)
  return [signature.member, signature.end, signature.split].includes(first) || findEnd(tail) !== undefined
}

/**
 * Reads the central directory (APPNOTE.TXT 4.3.12, 4.3.16) from the last bytes of a file. Undefined where it does not lie
 * in them, is damaged, or is in the Zip64 form.
 */
export function readZipDirectory(tail: Buffer): ZipSummary | undefined {
  const end = findEnd(tail)
  if (end === undefined) return undefined
  const members = tail.readUInt16LE(end + 10)
  let entry = end - tail.readUInt32LE(end + 12)
  let largest = 0
  let total = 0
  let encrypted = false
  let readable = true
  for (let member = 0; member < members; member += 1) {
    if (entry < 0 || entry + entryLength > end || tail.readUInt32LE(entry) !== signature.entry)
      return undefined
    const size = tail.readUInt32LE(entry + 24)
    largest = Math.max(largest, size)
    total += size
    encrypted ||= (tail.readUInt16LE(entry + 8) & 1) === 1
    readable &&= readableMethods.has(tail.readUInt16LE(entry + 10))
    // The lengths of name, extra field and comment, which follow.
    const following =
      tail.readUInt16LE(entry + 28) + tail.readUInt16LE(entry + 30) + tail.readUInt16LE(entry + 32)
    entry += entryLength + following
  }
  return entry === end ? { members, largest, total, encrypted, readable } : undefined
}

/** Position of the record that ends the directory; its comment reaches to the end of the file. */
function findEnd(tail: Buffer): number | undefined {
  const first = Math.max(0, tail.length - endLength - maxComment)
  for (let at = tail.length - endLength; at >= first; at -= 1) {
    if (
      tail.readUInt32LE(at) === signature.end &&
      at + endLength + tail.readUInt16LE(at + 20) === tail.length
    )
      return at
  }
  return undefined
}
