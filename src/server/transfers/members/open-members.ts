import { foldForSearch } from '#contract/fold-for-search.ts'
import { type Member, membersPage } from '#contract/transfers/members.ts'
import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { FilesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { type Content, openContent } from '../content/open-content.ts'
import {
  type DownloadRequest,
  type OpenDownload,
  openDownload,
  openFiles,
} from '../download/open-download.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { findSegments } from '../transfers-table.ts'
import { storedSize } from './file-archive.ts'
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
}

/** The files inside a transfer. */
export type Members = {
  readonly total: number
  /** Those with the numbers `start` to `end` (exclusive), as far as there are so many. */
  entries(start: number, end: number): AsyncIterable<Entry>
  /** One page of those whose path has the text in it, of all for an empty text. */
  list(page: number, search: string): Promise<{ members: Member[]; total: number }>
  /** @throws Failure MEMBER_NOT_FOUND */
  find(n: number): Promise<Entry>
}

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
  return { ...download, members: await readMembers(services, download) }
}

/** The same for those who have the key of the transfer already. @throws Failure FILE_DAMAGED, BlobStoreFailure */
export async function openMembersWith(
  services: Services,
  live: LiveLink,
  transferKey: Uint8Array,
): Promise<LiveLink & { readonly members: Members }> {
  const { contents } = await openFiles(services, live, transferKey)
  return { ...live, members: await readMembers(services, { ...live, contents, transferKey }) }
}

async function readMembers(
  services: Services,
  { files, contents, transferKey }: Pick<OpenDownload, 'files' | 'contents' | 'transferKey'>,
): Promise<Members> {
  const parts: Part[] = []
  let first = 0
  for (const [place, file] of files.entries()) {
    const content = contents[place]
    if (!content) throw new Error('a file has not been opened')
    const index = file.packed === 1 ? await openIndex(services, file, transferKey) : undefined
    const count = index?.members ?? 1
    parts.push({ file, content, index, first, count })
    first += count
  }
  return membersOf(parts, first)
}

/** Bytes of an entry, `start` to `end` (exclusive). @throws Failure FILE_DAMAGED, BlobStoreFailure */
export function readEntry(
  { line, content, isMember }: Entry,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  if (!isMember) return content(start, end)
  return line.method === 'stored'
    ? readStored(content, line, start, end)
    : cut(readDeflated(content, line), start, end)
}

/** A file of the transfer, and the numbers of what is in it. */
type Part = {
  readonly file: FilesRow
  readonly content: Content
  readonly index: MemberIndex | undefined
  readonly first: number
  readonly count: number
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
    for (const { file, content, index, first, count } of parts) {
      const from = Math.max(start, first)
      const to = Math.min(end, first + count)
      if (from >= to) continue
      const about = { fileId: file.id, content, isMember: index !== undefined }
      let n = from
      if (!index) yield { ...about, n, line: await lineOf(file, content) }
      else
        for await (const line of index.lines(from - first, to - first)) {
          yield { ...about, n, line }
          n += 1
        }
    }
  }
  return {
    total,
    entries,
    async list(page, search) {
      const start = (page - 1) * membersPage
      const members: Member[] = []
      if (search === '') {
        for await (const entry of entries(start, start + membersPage)) members.push(memberOf(entry))
        return { members, total }
      }
      const folded = foldForSearch(search)
      let found = 0
      for await (const entry of entries(0, total)) {
        if (!foldForSearch(entry.line.path).includes(folded)) continue
        if (found >= start && members.length < membersPage) members.push(memberOf(entry))
        found += 1
      }
      return { members, total: found }
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

/** A file of a transfer in the terms of an index. */
async function lineOf({ filename, size }: FilesRow, content: Content): Promise<MemberLine> {
  const head: Uint8Array[] = []
  for await (const piece of content(0, Math.min(headLength, size))) head.push(piece)
  const type = detectType(filename, Buffer.concat(head))
  return { path: filename, size, packed: storedSize(size), offset: 0, method: 'stored', crc: 0, type }
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
