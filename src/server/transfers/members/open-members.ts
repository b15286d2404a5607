import { foldForSearch } from '#contract/fold-for-search.ts'
import { type Member, membersPage } from '#contract/transfers/members.ts'
import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../content/damaged-blobs.ts'
import { type Content, openContent } from '../content/open-content.ts'
import { type DownloadRequest, type OpenDownload, openDownload } from '../download/open-download.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { findSegments } from '../transfers-table.ts'
import type { MemberLine } from './index/member-line.ts'
import { type MemberIndex, readIndex } from './index/read-index.ts'
import { detectType } from './previews/detect-type.ts'
import { readDeflated, readStored } from './read-member.ts'

/** A file inside a transfer, and its bytes. */
export type OpenMember = Member & {
  /** Whether it can be read from anywhere; else only from its beginning. */
  readonly isSeekable: boolean
  /** Bytes `start` to `end`, exclusive. @throws Failure FILE_DAMAGED, BlobStoreFailure */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** The files inside a transfer. */
export type Members = {
  readonly total: number
  /** The index of an archive of ours; undefined where the transfer is a single file. */
  readonly index: MemberIndex | undefined
  /** One page of those whose path has the text in it, of all for an empty text. */
  list(page: number, search: string): Promise<{ members: Member[]; total: number }>
  /** @throws Failure MEMBER_NOT_FOUND */
  find(n: number): Promise<OpenMember>
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
  const members = download.file.packed === 1 ? await openArchive(services, download) : singleFile(download)
  return { ...download, members }
}

async function openArchive(
  services: Services,
  { file, transferKey, content }: OpenDownload,
): Promise<Members> {
  const segments = await findSegments(services.database, file.id, 'members')
  try {
    const fileKey = deriveFileKey(transferKey, file.id)
    const opened = await openContent(services.blobs, { fileId: file.id, segments }, fileKey)
    const size = segments.reduce((sum, segment) => sum + segment.size, 0)
    return archiveMembers(await readIndex(opened, size), content)
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}

function archiveMembers(index: MemberIndex, content: Content): Members {
  return {
    total: index.members,
    index,
    async list(page, search) {
      const start = (page - 1) * membersPage
      if (search === '') {
        const members: Member[] = []
        for await (const line of index.lines(start, start + membersPage))
          members.push(memberOf(start + members.length, line))
        return { members, total: index.members }
      }
      const folded = foldForSearch(search)
      const members: Member[] = []
      let [n, total] = [0, 0]
      for await (const line of index.lines(0, index.members)) {
        if (foldForSearch(line.path).includes(folded)) {
          if (total >= start && members.length < membersPage) members.push(memberOf(n, line))
          total += 1
        }
        n += 1
      }
      return { members, total }
    },
    async find(n) {
      for await (const line of index.lines(n, n + 1)) {
        const isSeekable = line.method === 'stored'
        return {
          ...memberOf(n, line),
          isSeekable,
          read: (start, end) =>
            isSeekable ? readStored(content, line, start, end) : cut(readDeflated(content, line), start, end),
        }
      }
      throw new Failure('MEMBER_NOT_FOUND')
    },
  }
}

function memberOf(n: number, { path, size, type, thumbnail }: MemberLine): Member {
  return { n, path, size, type, thumbnail: thumbnail !== undefined }
}

/** How many first bytes of a file tell its type. */
const headLength = 4096

function singleFile({ file, content }: OpenDownload): Members {
  async function only(): Promise<Member> {
    const head: Uint8Array[] = []
    for await (const piece of content(0, Math.min(headLength, file.size))) head.push(piece)
    const type = detectType(file.filename, Buffer.concat(head))
    return { n: 0, path: file.filename, size: file.size, type, thumbnail: false }
  }
  return {
    total: 1,
    index: undefined,
    async list(page, search) {
      const isFound = foldForSearch(file.filename).includes(foldForSearch(search))
      return { members: isFound && page === 1 ? [await only()] : [], total: isFound ? 1 : 0 }
    },
    async find(n) {
      if (n !== 0) throw new Failure('MEMBER_NOT_FOUND')
      return { ...(await only()), isSeekable: true, read: content }
    },
  }
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
