import { crc32 } from 'node:zlib'
import { createDeflater, type Deflater } from './create-deflater.ts'
import { lastBlock, storedBlocks } from './stored-blocks.ts'
import {
  centralHeader,
  dataDescriptor,
  endRecords,
  localHeader,
  type MemberRecord,
  memberTime,
} from './zip-records.ts'

export type MemberOptions = {
  /** Whether to compress; see gainsByCompression. */
  readonly compress: boolean
  /** Milliseconds since 1970. Default: 1980, the earliest time there is. */
  readonly modifiedAt?: number | undefined
}

/**
 * Writes a ZIP archive as its members come, knowing nothing of them in advance. The results of the calls, in order, are the
 * archive. A call that returns a promise must be waited for before the next one, abort excepted, and the chunk it was given
 * must stay as it is until then. If it returns at once, the chunks are views of the one it was given.
 *
 * @throws Error for calls in a wrong order; a promise rejects only after abort
 */
export type ZipWriter = {
  /** `path` is what uniquePath made. */
  beginMember(path: string, options: MemberOptions): Uint8Array[]
  write(chunk: Uint8Array): Uint8Array[] | Promise<Uint8Array[]>
  endMember(): Uint8Array[] | Promise<Uint8Array[]>
  /** The central directory. Nothing can be written after it. */
  end(): Uint8Array[]
  /** Frees what a writer holds that will not reach its end. May be called at any time, more than once. */
  abort(): void
}

/** A member that has been written. */
export type WrittenMember = MemberRecord & {
  /** Whether it was compressed. */
  readonly compress: boolean
  /**
   * Marks of a member that was not compressed: pairs of numbers, how many of its bytes, and how many bytes of its deflate data,
   * lie before a block. They are about a mebibyte apart, and further in a long one, so that there are never many.
   */
  readonly marks: readonly number[]
}

/** A member whose bytes are coming. */
type OpenMember = { -readonly [Field in keyof WrittenMember]: WrittenMember[Field] } & {
  marks: number[]
  /** Bytes between two marks at least. */
  spacing: number
}

const markSpacing = 1024 * 1024
const maxMarks = 1024

/**
 * Starts an archive. Every member is deflated; one that would not gain becomes deflate data of uncompressed blocks,
 * which costs 5 bytes in 64 KiB and no time. Method "stored" would be refused by readers that go forward, such as
 * Java's ZipInputStream, because only deflate data says itself where it ends.
 * @param ended is called with each member once it has been written
 */
export function createZipWriter(ended: (member: WrittenMember) => void = () => {}): ZipWriter {
  const directory = createPages()
  let deflater: Deflater | undefined
  let member: OpenMember | undefined
  let members = 0
  let offset = 0
  let closed = false

  function close(): void {
    closed = true
    deflater?.close()
  }
  function current(): OpenMember {
    if (!member || closed) throw new Error('no member has begun')
    return member
  }
  function count(into: OpenMember, chunks: Uint8Array[]): Uint8Array[] {
    for (const chunk of chunks) into.compressedSize += chunk.length
    return chunks
  }
  function finish(done: OpenMember, chunks: Uint8Array[]): Uint8Array[] {
    count(done, chunks)
    member = undefined
    const descriptor = dataDescriptor(done)
    directory.append(centralHeader(done))
    ended(done)
    members += 1
    offset += done.compressedSize + descriptor.length
    chunks.push(descriptor)
    return chunks
  }
  return {
    beginMember(path, { compress, modifiedAt = 0 }) {
      if (member || closed) throw new Error(closed ? 'the archive has ended' : 'a member is open')
      const name = Buffer.from(path)
      const time = memberTime(modifiedAt)
      const header = localHeader(name, time)
      member = {
        path: name,
        time,
        crc: 0,
        compressedSize: 0,
        size: 0,
        offset,
        compress,
        marks: [],
        spacing: markSpacing,
      }
      offset += header.length
      return [header]
    },
    write(chunk) {
      const into = current()
      if (chunk.length === 0) return []
      if (!into.compress) mark(into)
      into.crc = crc32(chunk, into.crc)
      into.size += chunk.length
      if (!into.compress) return count(into, storedBlocks(chunk))
      deflater ??= createDeflater()
      return deflater.write(chunk).then((chunks) => count(into, chunks))
    },
    endMember() {
      const done = current()
      if (!done.compress || !deflater || done.size === 0) return finish(done, [lastBlock()])
      return deflater.finish().then((chunks) => finish(done, chunks))
    },
    end() {
      if (member || closed) throw new Error(closed ? 'the archive has ended' : 'a member is open')
      close()
      const place = { members, offset, size: directory.size() }
      return [...directory.pages(), endRecords(place)]
    },
    abort: close,
  }
}

/** Notes where the next block begins, if the last mark is far enough behind. */
function mark(member: OpenMember): void {
  const { marks, size, spacing } = member
  if (size - (marks.at(-2) ?? 0) < spacing) return
  marks.push(size, member.compressedSize)
  if (marks.length <= 2 * maxMarks) return
  member.marks = marks.filter((_, index) => index % 4 >= 2)
  member.spacing = 2 * spacing
}

const pageLength = 64 * 1024

/** Records end to end in pages, so that many small ones take little more memory than their bytes. */
function createPages() {
  const full: Uint8Array[] = []
  let page = new Uint8Array(pageLength)
  let used = 0
  return {
    append(record: Uint8Array): void {
      if (used + record.length > page.length) {
        full.push(page.subarray(0, used))
        page = new Uint8Array(Math.max(pageLength, record.length))
        used = 0
      }
      page.set(record, used)
      used += record.length
    },
    size: () => full.reduce((size, { length }) => size + length, used),
    pages: () => [...full, page.subarray(0, used)],
  }
}
