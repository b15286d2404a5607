import { foldForSearch } from '#contract/fold-for-search.ts'
import { type Member, membersPage } from '#contract/transfers/members.ts'
import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { FilesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { BlobDamaged, type Content, openContent } from '../content/open-content.ts'
import {
  type DownloadRequest,
  type OpenDownload,
  openDownload,
  openFiles,
} from '../download/open-download.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { findSegments } from '../transfers-table.ts'
import { storedSize } from './file-archive.ts'
import { isNamedZip, openForeignZip } from './index/foreign/open-foreign-zip.ts'
import type { MemberLine } from './index/member-line.ts'
import { type MemberIndex, readIndex } from './index/read-index.ts'
import { detectType } from './previews/detect-type.ts'
import { readDeflated, readStored } from './read-member.ts'

/** A file inside a transfer: a member of an archive of ours, or a file of the transfer as it is. */
export type Entry = {
  readonly n: number
  readonly line: MemberLine
  /** Of the file of the transfer that it is, or is in. */
  readonly fileId: string
  readonly content: Content
  readonly isMember: boolean
  /** Of a ZIP that people sent themselves: what its line says may be wrong, and its type is what its name promises. */
  readonly isForeign: boolean
}

/** The files inside a transfer. */
export type Members = {
  readonly total: number
  /** Those with the numbers `start` to `end` (exclusive), as far as there are so many. */
  entries(start: number, end: number): AsyncIterable<Entry>
  /** One page of those whose path has the text in it, of all for an empty text. */
  list(page: number, search: string): Promise<MemberList>
  /** @throws Failure MEMBER_NOT_FOUND */
  find(n: number): Promise<Entry>
}

/** `more`: an archive has more members than are listed. */
export type MemberList = { members: Member[]; total: number; more?: true }

export type OpenedTransfer = OpenDownload & { readonly members: Members }

/** Whether downloads of a transfer by a link are counted, so that there is only the whole. */
export function isLimited({ link, transfer }: Pick<LiveLink, 'link' | 'transfer'>): boolean {
  return link.download_limit !== null || transfer.delete_after_download === 1
}

/**
 * Opens what lies in a transfer, for everyone who may have the whole of it. Nothing is counted.
 * @throws Failure CONTENTS_LIMITED where downloads are counted, and as openDownload does
 */
export async function openMembers(services: Services, request: DownloadRequest): Promise<OpenedTransfer> {
  const download = await openDownload(services, request)
  if (isLimited(download)) throw new Failure('CONTENTS_LIMITED')
  return { ...download, members: await openEntries(services, download) }
}

/**
 * The same for those who have the key of the transfer already. An archive that was sent as a file is that file.
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function openMembersWith(
  services: Services,
  live: LiveLink,
  transferKey: Uint8Array,
): Promise<LiveLink & { readonly members: Members }> {
  const { contents } = await openFiles(services, live, transferKey)
  return { ...live, members: await openEntries(services, { ...live, contents, transferKey }, false) }
}

/**
 * What lies in files that are open.
 * @param looksIntoForeign whether an archive that was sent as a file is opened, too
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function openEntries(
  services: Services,
  { files, contents, transferKey }: Pick<OpenDownload, 'files' | 'contents' | 'transferKey'>,
  looksIntoForeign = files.length === 1,
): Promise<Members> {
  const parts: Part[] = []
  let first = 0
  for (const [place, file] of files.entries()) {
    const content = contents[place]
    if (!content) throw new Error('a file has not been opened')
    const source = await openSource(services, file, content, transferKey, looksIntoForeign)
    parts.push({ fileId: file.id, source, first })
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
  if (!isMember) return content(start, end)
  if (line.method === 'stored') return readStored(content, line, start, end)
  const pieces = cut(readDeflated(content, line), start, end)
  return isForeign ? unlessBroken(pieces) : pieces
}

async function* unlessBroken(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    const isBroken =
      error instanceof Failure && error.code === 'FILE_DAMAGED' && !(error.cause instanceof BlobDamaged)
    throw isBroken ? new Failure('MEMBER_NOT_FOUND', { cause: error }) : error
  }
}

/** What a file of the transfer has in it: the members of an archive, or only itself. */
type Source = {
  readonly count: number
  readonly more: boolean
  /** Those with the numbers `start` to `end` (exclusive), of which there are so many. */
  open(start: number, end: number): AsyncIterable<Omit<Entry, 'n' | 'fileId'>>
}

/** A file of the transfer, and the number of the first that is in it. */
type Part = { readonly fileId: string; readonly source: Source; readonly first: number }

/** @param isOnly whether it is the only file of its transfer: then a ZIP that was sent as such is looked into, too */
async function openSource(
  services: Services,
  file: FilesRow,
  content: Content,
  transferKey: Uint8Array,
  isOnly: boolean,
): Promise<Source> {
  if (file.packed === 1) {
    const index = await openIndex(services, file, transferKey)
    return {
      count: index.members,
      more: false,
      async *open(start, end) {
        for await (const line of index.lines(start, end))
          yield { line, content, isMember: true, isForeign: false }
      },
    }
  }
  const zip = isOnly && isNamedZip(file.filename) ? await openForeign(services, content, file) : undefined
  if (zip)
    return {
      count: zip.members,
      more: zip.more,
      async *open(start, end) {
        for (const member of zip.open(start, end)) yield { ...member, isForeign: true }
      },
    }
  return {
    count: 1,
    more: false,
    async *open() {
      const line = await lineOf(services, file, content)
      yield { line, content, isMember: false, isForeign: false }
    },
  }
}

async function openForeign(services: Services, content: Content, { id, size }: FilesRow) {
  try {
    return await openForeignZip(content, size, id)
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}

async function openIndex(
  services: Services,
  { id }: FilesRow,
  transferKey: Uint8Array,
): Promise<MemberIndex> {
  const segments = await findSegments(services.database, id, 'members')
  try {
    const content = await openContent(
      services.blobs,
      { fileId: id, segments },
      deriveFileKey(transferKey, id),
    )
    return await readIndex(
      content,
      segments.reduce((sum, { size }) => sum + size, 0),
    )
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}

function membersOf(parts: readonly Part[], total: number): Members {
  async function* entries(start: number, end: number): AsyncGenerator<Entry> {
    for (const { fileId, source, first } of parts) {
      const from = Math.max(start, first)
      const to = Math.min(end, first + source.count)
      if (from >= to) continue
      let n = from
      for await (const entry of source.open(from - first, to - first)) {
        yield { ...entry, n, fileId }
        n += 1
      }
    }
  }
  const more = parts.some(({ source }) => source.more) && ({ more: true } as const)
  return {
    total,
    entries,
    async list(page, search) {
      const start = (page - 1) * membersPage
      const members: Member[] = []
      if (search === '') {
        for await (const entry of entries(start, start + membersPage)) members.push(memberOf(entry))
        return { members, total, ...more }
      }
      const folded = foldForSearch(search)
      let found = 0
      for await (const entry of entries(0, total)) {
        if (!foldForSearch(entry.line.path).includes(folded)) continue
        if (found >= start && members.length < membersPage) members.push(memberOf(entry))
        found += 1
      }
      return { members, total: found, ...more }
    },
    async find(n) {
      for await (const entry of entries(n, n + 1)) return entry
      throw new Failure('MEMBER_NOT_FOUND')
    },
  }
}

function memberOf({ n, line: { path, size, type, thumbnail } }: Entry): Member {
  return { n, path, size, type, thumbnail: thumbnail !== undefined }
}

/** How many first bytes of a file tell its type. */
const headLength = 4096

/** The media type of an entry by its first bytes. @throws Failure FILE_DAMAGED, BlobStoreFailure */
export async function typeOf(entry: Entry): Promise<string> {
  const { line, isForeign } = entry
  if (!isForeign) return line.type
  return detectType(line.path, await joined(readEntry(entry, 0, Math.min(headLength, line.size))))
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** A file of a transfer in the terms of an index. */
async function lineOf(
  { database }: Pick<Services, 'database'>,
  { id, filename, size }: FilesRow,
  content: Content,
): Promise<MemberLine> {
  const type = detectType(filename, await joined(content(0, Math.min(headLength, size))))
  const [picture] = await findSegments(database, id, 'thumbnails')
  const thumbnail: MemberLine['thumbnail'] = picture && [0, picture.size]
  const packed = storedSize(size)
  return { path: filename, size, packed, offset: 0, method: 'stored', crc: 0, type, thumbnail }
}

async function* cut(
  pieces: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - position), Math.max(0, end - position))
    position += piece.length
    if (wanted.length > 0) yield wanted
    // At the very end the reader finds out whether that is all.
    if (position > end) return
  }
}
