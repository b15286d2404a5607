import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import type { FilesRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../../content/damaged-blobs.ts'
import { openBytes, type PlainContent } from '../../content/open-content.ts'
import { findSegments } from '../../model/transfers-table.ts'
import { detectTypeOf } from '../../types/detect-type.ts'
import { storedSize } from '../../zip/file-archive.ts'
import type { MemberLine } from '../../zip/member-line.ts'
import type { MemberTime } from '../../zip/zip-records.ts'
import { isNamedZip, openForeignZip } from './foreign/open-foreign-zip.ts'
import { type MemberIndex, readIndex } from './read-index.ts'

/** A member of an archive of ours, or a file of the transfer as it is. */
export type Found = {
  readonly line: MemberLine
  readonly content: PlainContent
  readonly isMember: boolean
  /** Whether it is in a ZIP that people sent themselves: then its line may be wrong, and its type follows from its name. */
  readonly isForeign: boolean
  /** When a member of such a ZIP was modified. */
  readonly time?: MemberTime
}

/** Entries in a file of the transfer: the members of an archive, or only itself. */
export type Source = {
  readonly count: number
  /** The number of its first in it. A ZIP that people sent is 0 itself, which it is listed as once it is not alone. */
  readonly numbersFrom: 0 | 1
  readonly more: boolean
  /** All paths, where they are at hand: what a search looks at without opening each. */
  readonly paths?: readonly string[]
  /** Entries `start` to `end` (exclusive), all of which must exist. */
  open(start: number, end: number): AsyncIterable<Found>
}

/** @param isOnly whether it is the only file of its transfer: then a ZIP that was sent as such is looked into, too */
export async function openSource(
  services: Services,
  file: FilesRow,
  content: PlainContent,
  transferKey: Uint8Array,
  isOnly: boolean,
): Promise<Source> {
  if (file.packed === 1) {
    const index = await openIndex(services, file, transferKey)
    return {
      count: index.members,
      numbersFrom: 0,
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
      numbersFrom: 1,
      more: zip.more,
      paths: zip.paths,
      async *open(start, end) {
        for (const member of zip.open(start, end)) yield { ...member, isForeign: true }
      },
    }
  return {
    count: 1,
    numbersFrom: 0,
    more: false,
    async *open() {
      const line = await lineOf(services, file, content)
      yield { line, content, isMember: false, isForeign: false }
    },
  }
}

async function openForeign(services: Services, content: PlainContent, { id, size }: FilesRow) {
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
    const read = await openBytes(services.blobs, { fileId: id, segments }, deriveFileKey(transferKey, id))
    return await readIndex(
      read,
      segments.reduce((sum, { size }) => sum + size, 0),
    )
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}

/** A file of a transfer in the terms of an index. */
async function lineOf(
  { database }: Pick<Services, 'database'>,
  { id, filename, size, modified_at }: FilesRow,
  { read }: PlainContent,
): Promise<MemberLine> {
  const type = await detectTypeOf(filename, size, read)
  const [picture] = await findSegments(database, id, 'thumbnails')
  const thumbnail: MemberLine['thumbnail'] = picture && [0, picture.size]
  const packed = storedSize(size)
  const modified = modified_at ?? undefined
  return { path: filename, size, packed, offset: 0, method: 'stored', crc: 0, type, modified, thumbnail }
}
