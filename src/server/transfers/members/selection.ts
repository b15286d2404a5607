import { crc32 } from 'node:zlib'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { maxSelection } from '#contract/transfers/limits.ts'
import { takeTurns } from '#server/platform/background/turns.ts'
import { Failure } from '#server/platform/failure.ts'
import { inBlocks } from '../zip/file-archive.ts'
import { memberPlace } from '../zip/member-line.ts'
import { lastBlock, storedBlocks } from '../zip/stored-blocks.ts'
import { createUniquePaths, UnsafePath } from '../zip/unique-path.ts'
import {
  centralHeader,
  dataDescriptor,
  endRecords,
  localHeader,
  type MemberRecord,
  memberTime,
} from '../zip/zip-records.ts'
import type { Entry, OpenedTransfer } from './open-members.ts'

/** Some members of a transfer as a ZIP of their own. */
type Selection = {
  readonly filename: string
  /** Bytes of the ZIP. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** Numbers as an address names them, such as `0-4,7`: in order, each once. */
export function selectionText(numbers: readonly number[]): string {
  const parts: string[] = []
  for (const [from, to] of rangesOf(numbers)) parts.push(to === from ? `${from}` : `${from}-${to}`)
  return parts.join(',')
}

/** @throws Failure BAD_REQUEST for a range that ends before it begins, and for more than there may be */
export function parseSelection(text: string): number[] {
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number)
    if (to < from || to - from >= maxSelection) throw tooMany()
    for (let n = from; n <= to; n += 1) numbers.add(n)
    if (numbers.size > maxSelection) throw tooMany()
  }
  return [...numbers]
}

function tooMany(): Failure {
  return new Failure('BAD_REQUEST', { details: `members: a selection has 1 to ${maxSelection} files` })
}

function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const n of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges
}

/**
 * Makes a ZIP of some members. Those of archives are copied as they are packed, files of the transfer are not compressed, so
 * its size is known in advance. The second of two with the same path gets a number.
 * @throws Failure MEMBER_NOT_FOUND, and as createZip does
 */
export async function selectMembers(
  { members, transfer }: OpenedTransfer,
  numbers: readonly number[],
): Promise<Selection> {
  async function* chosen(): AsyncGenerator<Entry> {
    for (const [from, to] of rangesOf(numbers)) yield* members.numbered(from, to)
  }
  const { count, ...zip } = await createZip([{ transfer, folder: '', entries: chosen() }])
  return { filename: safeFileName(`${transfer.name.replace(/\.zip$/i, '')} (${count}).zip`), ...zip }
}

/** Members of one transfer, and the folder that they go into; empty for none. */
type ZipSource = Pick<OpenedTransfer, 'transfer'> & {
  readonly folder: string
  readonly entries: AsyncIterable<Entry>
}

/**
 * Makes a ZIP of members of several transfers, as selectMembers does.
 * @throws Failure TRANSFER_TOO_LARGE for more folders and longer paths than one archive may have
 */
export async function createZip(
  sources: readonly ZipSource[],
): Promise<Pick<Selection, 'size' | 'read'> & { readonly count: number }> {
  const uniquePath = archivePaths()
  const chosen: Chosen[] = []
  let offset = 0
  const turns = await takeTurns()
  for (const { transfer, folder, entries } of sources)
    for await (const entry of entries) {
      await turns.rest()
      const { packed, size, crc, path: inside } = entry.line
      const path = Buffer.from(uniquePath(folder === '' ? inside : `${folder}/${inside}`))
      const time = entry.time ?? memberTime(entry.line.modified ?? transfer.created_at)
      const record = { path, time, crc, compressedSize: packed, size, offset }
      chosen.push({ entry, record })
      offset += localHeader(path, time).length + packed + dataDescriptor(record).length
    }
  const size = chosen.reduce((sum, { record }) => sum + centralHeader(record).length, 0)
  const end = endRecords({ members: chosen.length, offset, size })
  return { count: chosen.length, size: offset + size + end.length, read: () => copyMembers(chosen, end) }
}

function archivePaths(): (path: string) => string {
  const uniquePath = createUniquePaths()
  return (path) => {
    try {
      return uniquePath(path)
    } catch (error) {
      throw error instanceof UnsafePath ? new Failure('TRANSFER_TOO_LARGE', { cause: error }) : error
    }
  }
}

/** A member of the new ZIP; the checksum of a file of the transfer is known once it has been read. */
type Chosen = { readonly entry: Entry; readonly record: MemberRecord }

async function* copyMembers(chosen: readonly Chosen[], end: Uint8Array): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  for (const { entry, record } of chosen) {
    const { line, content, isMember } = entry
    if (isMember) {
      const { data, end } = memberPlace(line)
      yield localHeader(record.path, record.time)
      yield* content.read(data, end)
      directory.push(centralHeader(record))
    } else directory.push(centralHeader(yield* storeFile(entry, record)))
  }
  yield* directory
  yield end
}

/** Writes a file of the transfer as a member that is not compressed. @returns its record, with the checksum */
async function* storeFile(
  { line, content }: Entry,
  record: MemberRecord,
): AsyncGenerator<Uint8Array, MemberRecord> {
  let crc = 0
  yield localHeader(record.path, record.time)
  for await (const block of inBlocks(content.read(0, line.size))) {
    crc = crc32(block, crc)
    yield* storedBlocks(block)
  }
  yield lastBlock()
  const written = { ...record, crc }
  yield dataDescriptor(written)
  return written
}
