import { isUtf8 } from 'node:buffer'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl'
import { safePath } from '#contract/transfers/file-name.ts'
import { lengths, maxFiles, maxPathBytes } from '#contract/transfers/limits.ts'
import { takeTurns } from '#server/platform/background/turns.ts'
import { maxFolderDepth } from '#server/transfers/zip/unique-path.ts'
import type { PlainContent } from '../../../content/open-content.ts'
import type { MemberTime } from '../../../zip/zip-records.ts'
import { ContentReader } from './content-reader.ts'

/** A member as the directory of a foreign archive describes it; all of it may be a lie. Sizes and offset in bytes. */
export type ForeignMember = {
  /** Made harmless. */
  readonly path: string
  readonly size: number
  readonly packed: number
  readonly crc: number
  readonly method: 'stored' | 'deflated'
  /** First byte of its local header. */
  readonly offset: number
  readonly time: MemberTime
}

export type ForeignDirectory = {
  readonly members: readonly ForeignMember[]
  /** Whether there are more than are listed. */
  readonly more: boolean
}

/** How many times its packed size a member may have. */
const maxRatio = 200
/** Bytes of a local header before the name (APPNOTE.TXT 4.3.7), and its signature. */
export const localHeadLength = 30
export const localSignature = 0x04034b50
/** Bit 0: encrypted (4.4.4). */
const encrypted = 1
const utf8 = 1 << 11

/**
 * Lists the members of a ZIP that people sent themselves. Undefined for a file that is none, or is suspicious: encrypted or
 * unknown methods, overlapping members, ratios beyond 1:200, something before the first member, too long names. Such a file is
 * only delivered whole.
 * @throws what reading the content fails with
 */
export async function readForeignDirectory(
  content: PlainContent,
  size: number,
): Promise<ForeignDirectory | undefined> {
  const reader = new ContentReader(content, size)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, size, { decodeStrings: false, autoClose: false })
    const members: ForeignMember[] = []
    const places: Place[] = []
    let pathBytes = 0
    const turns = await takeTurns()
    for await (const entry of zip.eachEntry()) {
      await turns.rest()
      if (places.length === maxFiles) return checked({ members, more: true }, places, size)
      const { fileNameLength, relativeOffsetOfLocalHeader: offset, compressedSize: packed } = entry
      places.push({ offset, end: offset + localHeadLength + fileNameLength + packed })
      pathBytes += fileNameLength
      if (pathBytes > maxPathBytes) return undefined
      const name = memberName(entry)
      if (name.endsWith('/')) continue
      const method = methodOf(entry)
      if (!method || entry.uncompressedSize > maxRatio * packed) return undefined
      const { uncompressedSize, crc32: crc } = entry
      members.push({
        path: cleanPath(name),
        size: uncompressedSize,
        packed,
        crc,
        method,
        offset,
        time: timeOf(entry),
      })
    }
    return checked({ members, more: false }, places, size)
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure
    // yauzl throws Errors of no class of their own for what is no archive.
    if (error instanceof Error) return undefined
    throw error
  }
}

/**
 * Bit 11 says that a name is UTF-8 (4.4.4), and without it it is CP437 (appendix D). macOS and Linux write UTF-8 without saying
 * so, and hardly any name in CP437 happens to be valid UTF-8. A Unicode path (4.6.9) of the same name takes precedence.
 */
export function memberName({ fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(fileNameRaw) ? utf8 : 0, fileNameRaw, extraFields, false)
}

/** Times in UTC: extended timestamps (4.6.1), and those of NTFS (4.5.5). */
const utcTimes = [0x5455, 0x000a]

/** A time without a zone stays one. */
function timeOf(entry: Entry): MemberTime {
  const dos = ((entry.lastModFileDate << 16) | entry.lastModFileTime) >>> 0
  if (!entry.extraFields.some(({ id }) => utcTimes.includes(id))) return { dos }
  const seconds = Math.floor(entry.getLastModDate().getTime() / 1000)
  return seconds >= 0 && seconds < 2 ** 32 ? { dos, seconds } : { dos }
}

/** From its local header to the end of its data, at least. */
type Place = { readonly offset: number; readonly end: number }

function methodOf({ compressionMethod, generalPurposeBitFlag }: Entry): ForeignMember['method'] | undefined {
  if ((generalPurposeBitFlag & encrypted) !== 0) return undefined
  return compressionMethod === 0 ? 'stored' : compressionMethod === 8 ? 'deflated' : undefined
}

/** The directory, if its members begin with the file, end within it and lie one after the other. */
function checked(
  directory: ForeignDirectory,
  places: readonly Place[],
  size: number,
): ForeignDirectory | undefined {
  let end = 0
  for (const place of places.toSorted((a, b) => a.offset - b.offset)) {
    if (place.offset < end || place.end > size) return undefined
    if (end === 0 && place.offset !== 0 && !directory.more) return undefined
    end = place.end
  }
  return directory.members.length > 0 ? directory : undefined
}

/**
 * The path of a member as a foreign archive names it, made harmless: relative, without `..`, drives and characters that no
 * name may have. It can stand in an archive of ours.
 */
function cleanPath(path: string): string {
  const names = safePath(path.replaceAll('\\', '/').replace(/^(?:[A-Za-z]:)+/, '')).split('/')
  const name = names.at(-1) || '_'
  const folders = names.slice(0, -1)
  const isTooLong = names.length > maxFolderDepth || folders.join('/').length > lengths.folderPath
  return isTooLong ? name : [...folders, name].join('/')
}
