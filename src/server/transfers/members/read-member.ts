import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Failure } from '#server/platform/failure.ts'
import type { PlainContent } from '../content/open-content.ts'
import { type MemberLine, memberPlace } from '../zip/member-line.ts'

/** Bytes before each block of deflate data that is not compressed; see stored-blocks.ts. */
const blockHead = 5

/**
 * Bytes `start` to `end` (exclusive) of a member that was stored, from its archive's content. Opens only the chunks from the
 * last mark before them to the first one after.
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function* readStored(
  content: PlainContent,
  line: MemberLine,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  if (start >= end) return
  const { from, to, at } = packedRange(line, start, end)
  const { data } = memberPlace(line)
  /** Position of the next byte in the member. */
  let position = at
  let head = Buffer.alloc(0)
  let leftInBlock = 0
  for await (const chunk of content.read(data + from, data + to)) {
    for (let index = 0; index < chunk.length; ) {
      if (leftInBlock === 0) {
        const rest = chunk.subarray(index, index + blockHead - head.length)
        head = Buffer.concat([head, rest])
        index += rest.length
        if (head.length < blockHead) continue
        leftInBlock = blockLength(head)
        head = Buffer.alloc(0)
        continue
      }
      const data = chunk.subarray(index, index + leftInBlock)
      index += data.length
      leftInBlock -= data.length
      const wanted = data.subarray(Math.max(0, start - position), Math.max(0, end - position))
      position += data.length
      if (wanted.length > 0) yield wanted
      if (position >= end) return
    }
  }
  throw damaged('a stored file ends early')
}

/** The bytes of the deflate data that hold a range, between two marks, and where in the member the first of them stands. */
function packedRange({ packed, marks = [] }: MemberLine, start: number, end: number) {
  let [at, from, to] = [0, 0, packed]
  for (let index = 0; index + 1 < marks.length; index += 2) {
    const [plain = 0, place = 0] = marks.slice(index, index + 2)
    if (plain <= start) [at, from] = [plain, place]
    else if (plain >= end) {
      to = place
      break
    }
  }
  return { at, from, to }
}

/** The length that a block's head says. The last block is empty: all bytes have come before it. */
function blockLength(head: Buffer): number {
  const length = head.readUInt16LE(1)
  if (head.readUInt8(0) !== 0 || head.readUInt16LE(3) !== (~length & 0xffff))
    throw damaged('a block of a stored file has no head')
  return length
}

/**
 * A member that was compressed, from its beginning, in bounded memory; the reader may stop early.
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function* readDeflated(content: PlainContent, line: MemberLine): AsyncGenerator<Uint8Array> {
  const { data } = memberPlace(line)
  const packed = Readable.from(content.read(data, data + line.packed), { objectMode: false })
  let size = 0
  try {
    for await (const chunk of packed.compose(createInflateRaw())) {
      size += chunk.length
      if (size > line.size) break
      yield chunk
    }
  } catch (error) {
    throw error instanceof Error && 'errno' in error ? damaged('a file cannot be inflated', error) : error
  }
  if (size !== line.size) throw damaged('a file has another size than its archive says')
}

function damaged(message: string, cause?: unknown): Failure {
  return new Failure('FILE_DAMAGED', { cause: new Error(message, { cause }) })
}
