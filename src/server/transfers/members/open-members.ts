import type { Member } from '#contract/transfers/members.ts'
import { takeTurns } from '#server/platform/background/turns.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertPlain, BlobDamaged, type PlainContent } from '../content/open-content.ts'
import {
  type DownloadRequest,
  type OpenDownload,
  openDownload,
  openFiles,
} from '../download/open-download.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { detectTypeOf } from '../types/detect-type.ts'
import { type Found, openSource, type Source } from './index/open-source.ts'
import { readDeflated, readStored } from './read-member.ts'

/** A file inside a transfer. */
export type Entry = Found & {
  readonly n: number
  /** Id of the file of the transfer that it is, or is in. */
  readonly fileId: string
}

/**
 * The files inside a transfer. Each keeps its number while others are added and removed, so that a list that is open
 * means no other file later: that of its file in the transfer, times a hundred thousand, and its own there.
 */
export type Members = {
  readonly total: number
  /** Entries `start` to `end` (exclusive) of the list, as far as they exist. */
  entries(start: number, end: number): AsyncIterable<Entry>
  /** Those with the numbers `from` to `to` (inclusive). @throws Failure MEMBER_NOT_FOUND unless there are all of them */
  numbered(from: number, to: number): AsyncIterable<Entry>
  /** One page of those whose path has the text in it, of all for an empty text. */
  list(asked: ListQuery): Promise<MemberList>
  /** @throws Failure MEMBER_NOT_FOUND */
  find(n: number): Promise<Entry>
}

type ListQuery = { readonly page: number; readonly pageSize: number; readonly search: string }

/** `more`: an archive has more members than are listed. */
type MemberList = { members: Member[]; total: number; more?: true }

export type OpenedTransfer = OpenDownload & { readonly members: Members }

/** Whether downloads of a transfer by a link are counted, so that there is only the whole. */
export function isLimited({ link, transfer }: Pick<LiveLink, 'link' | 'transfer'>): boolean {
  return link.download_limit !== null || transfer.delete_after_download === 1
}

/**
 * Opens what lies in a transfer, for everyone who may have the whole of it. Nothing is counted.
 * @throws Failure CONTENTS_LIMITED where downloads are counted, NOT_FOR_END_TO_END, and as openDownload does
 */
export async function openMembers(services: Services, request: DownloadRequest): Promise<OpenedTransfer> {
  const download = await openDownload(services, { ...request, looksInside: true })
  if (isLimited(download)) throw new Failure('CONTENTS_LIMITED')
  const contents = download.contents.map(assertPlain)
  return { ...download, members: await openEntries(services, { ...download, contents }) }
}

/**
 * The same for callers with the key of the transfer. An archive that was sent as a file is that file.
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function openMembersWith(
  services: Services,
  live: LiveLink,
  transferKey: Uint8Array,
): Promise<LiveLink & { readonly members: Members }> {
  const opened = await openFiles(services, live, transferKey)
  const contents = opened.contents.map(assertPlain)
  return { ...live, members: await openEntries(services, { ...live, contents, transferKey }, false) }
}

type OpenFiles = Pick<OpenDownload, 'files' | 'transferKey'> & { readonly contents: readonly PlainContent[] }

/**
 * Opens the entries of files that are open.
 * @param looksIntoForeign whether an archive that was sent as a file is opened, too
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function openEntries(
  services: Services,
  { files, contents, transferKey }: OpenFiles,
  looksIntoForeign = files.length === 1,
): Promise<Members> {
  const parts: Part[] = []
  let first = 0
  for (const [place, file] of files.entries()) {
    const content = contents[place]
    if (!content) throw new Error('a file has not been opened')
    const source = await openSource(services, file, content, transferKey, looksIntoForeign)
    const numbersFrom = file.position * numbersPerFile + source.numbersFrom
    parts.push({ fileId: file.id, source, first, numbersFrom })
    first += source.count
  }
  return membersOf(parts, first)
}

/**
 * Bytes of an entry, `start` to `end` (exclusive).
 * @throws Failure FILE_DAMAGED, BlobStoreFailure; MEMBER_NOT_FOUND for what a foreign archive promises and does not hold
 */
export function readEntry(
  { line, content, isMember, isForeign }: Entry,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  if (!isMember) return content.read(start, end)
  if (line.method === 'stored') return readStored(content, line, start, end)
  const chunks = cut(readDeflated(content, line), start, end)
  return isForeign ? unlessBroken(chunks) : chunks
}

async function* unlessBroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    const isBroken =
      error instanceof Failure && error.code === 'FILE_DAMAGED' && !(error.cause instanceof BlobDamaged)
    throw isBroken ? new Failure('MEMBER_NOT_FOUND', { cause: error }) : error
  }
}

/** A file of the transfer, and the place in the list and the number of the first that is in it. */
type Part = {
  readonly fileId: string
  readonly source: Source
  readonly first: number
  readonly numbersFrom: number
}

/** Paths that a search looks at before it asks whether its turn is over. */
const lookedAtTogether = 100

/** More than the files that an archive may have. */
const numbersPerFile = 100_000

function membersOf(parts: readonly Part[], total: number): Members {
  async function* entries(start: number, end: number): AsyncGenerator<Entry> {
    for (const part of parts) yield* entriesOf(part, start - part.first, end - part.first)
  }
  async function* numbered(from: number, to: number): AsyncGenerator<Entry> {
    let expected = from
    for (const part of parts)
      for await (const entry of entriesOf(part, from - part.numbersFrom, to + 1 - part.numbersFrom)) {
        if (entry.n !== expected) throw new Failure('MEMBER_NOT_FOUND')
        expected += 1
        yield entry
      }
    if (expected <= to) throw new Failure('MEMBER_NOT_FOUND')
  }
  const more = parts.some(({ source }) => source.more) && ({ more: true } as const)
  return {
    total,
    entries,
    numbered,
    async list({ page, pageSize, search }) {
      const start = (page - 1) * pageSize
      const members: Member[] = []
      if (search === '') {
        for await (const entry of entries(start, start + pageSize)) members.push(memberOf(entry))
        return { members, total, ...more }
      }
      const folded = foldForSearch(search)
      let found = 0
      const turns = await takeTurns()
      const isAsked = () => found >= start && members.length < pageSize
      for (const part of parts) {
        if (!part.source.paths) {
          for await (const entry of entriesOf(part, 0, part.source.count)) {
            await turns.rest()
            if (!foldForSearch(entry.line.path).includes(folded)) continue
            if (isAsked()) members.push(memberOf(entry))
            found += 1
          }
          continue
        }
        for (const [place, path] of part.source.paths.entries()) {
          if (place % lookedAtTogether === 0) await turns.rest()
          if (!foldForSearch(path).includes(folded)) continue
          if (isAsked())
            for await (const entry of entriesOf(part, place, place + 1)) members.push(memberOf(entry))
          found += 1
        }
      }
      return { members, total: found, ...more }
    },
    async find(n) {
      for await (const entry of numbered(n, n)) return entry
      throw new Failure('MEMBER_NOT_FOUND')
    },
  }
}

/** Entries `start` to `end` (exclusive) of one file, as far as they exist. */
async function* entriesOf(
  { fileId, source, numbersFrom }: Part,
  start: number,
  end: number,
): AsyncGenerator<Entry> {
  const from = Math.max(start, 0)
  const to = Math.min(end, source.count)
  if (from >= to) return
  let n = numbersFrom + from
  for await (const entry of source.open(from, to)) {
    yield { ...entry, n, fileId }
    n += 1
  }
}

function memberOf({ n, line: { path, size, type, thumbnail } }: Entry): Member {
  return { n, path, size, type, thumbnail: thumbnail !== undefined }
}

/** The media type of an entry by its first bytes. @throws Failure FILE_DAMAGED, BlobStoreFailure */
export async function typeOf(entry: Entry): Promise<string> {
  const { line, isForeign } = entry
  if (!isForeign) return line.type
  return detectTypeOf(line.path, line.size, (start, end) => readEntry(entry, start, end))
}

async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of chunks) {
    const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, end - position))
    position += chunk.length
    if (wanted.length > 0) yield wanted
    // At the very end the reader finds out whether that is all.
    if (position > end) return
  }
}
