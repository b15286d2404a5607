import { createZipWriter } from './create-zip-writer.ts'
import { createUniquePaths } from './unique-path.ts'
import { centralHeader, dataDescriptor, endRecords, localHeader, memberTime } from './zip-records.ts'

/** A file that becomes a member; `size` in bytes. */
type Member = { readonly filename: string; readonly size: number }

/** Bytes of each block of a member but its last: less than what one block of deflate data can hold. */
const blockLength = 32 * 1024
/** Bytes in front of a block, and of the empty one at the end of a member. */
const blockHead = 5

/** Bytes that a file of a size has as a member that is not compressed, in blocks of one length. */
export function storedSize(size: number): number {
  return size + (Math.ceil(size / blockLength) + 1) * blockHead
}

/** The bytes of the ZIP that archiveOf makes of the same files. */
export function archiveSize(files: readonly Member[]): number {
  const paths = pathsOf(files)
  let offset = 0
  let directory = 0
  for (const [index, { size }] of files.entries()) {
    const path = Buffer.from(paths[index] ?? '')
    const compressedSize = storedSize(size)
    const record = { path, time: memberTime(0), crc: 0, compressedSize, size, offset }
    directory += centralHeader(record).length
    offset += localHeader(path, record.time).length + compressedSize + dataDescriptor(record).length
  }
  return offset + directory + endRecords({ members: files.length, offset, size: directory }).length
}

/** A member and its content; only plain content becomes one, see content/open-content.ts. */
type OpenMember = Member & {
  readonly modified: number | null
  readonly content: {
    readonly kind: 'plain'
    read(start: number, end: number): AsyncIterable<Uint8Array>
  }
}

/**
 * Packs files into a ZIP as it is read, without compressing them, so that its size is known before.
 * @param modifiedAt milliseconds since 1970, of files whose own time is not known
 */
export async function* archiveOf(
  files: readonly OpenMember[],
  modifiedAt: number,
): AsyncGenerator<Uint8Array> {
  const paths = pathsOf(files)
  const zip = createZipWriter()
  for (const [index, { size, content, modified }] of files.entries()) {
    yield* zip.beginMember(paths[index] ?? '', { compress: false, modifiedAt: modified ?? modifiedAt })
    for await (const block of inBlocks(content.read(0, size))) yield* await zip.write(block)
    yield* await zip.endMember()
  }
  yield* zip.end()
}

/** Names that differ only in what a disk might ignore get a number. */
function pathsOf(files: readonly Member[]): string[] {
  const uniquePath = createUniquePaths()
  return files.map(({ filename }) => uniquePath(filename))
}

/** The same bytes in blocks of one length, however they come. */
export async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(0)
  for await (const chunk of chunks) {
    let rest: Uint8Array = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (; rest.length >= blockLength; rest = rest.subarray(blockLength)) yield rest.subarray(0, blockLength)
    held = Uint8Array.from(rest)
  }
  if (held.length > 0) yield held
}
