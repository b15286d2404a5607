import { typeByName } from '#contract/transfers/type-by-name.ts'
import { Failure } from '#server/platform/failure.ts'
import { storedSize } from '#server/transfers/zip/file-archive.ts'
import { type MemberLine, memberPlace } from '#server/transfers/zip/member-line.ts'
import { dataDescriptor, type MemberTime } from '#server/transfers/zip/zip-records.ts'
import type { PlainContent } from '../../../content/open-content.ts'
import {
  type ForeignMember,
  localHeadLength,
  localSignature,
  readForeignDirectory,
} from './read-directory.ts'
import { readInTurn } from './read-in-turn.ts'

/** A member in the terms of an archive of ours. */
type OpenedMember = {
  readonly line: MemberLine
  readonly content: PlainContent
  /** Whether the content is that of an archive of ours, with the member at `line.offset`; else that of the member. */
  readonly isMember: boolean
  readonly time: MemberTime
}

type ForeignZip = {
  readonly members: number
  readonly more: boolean
  readonly paths: readonly string[]
  /** Those with the numbers `start` to `end` (exclusive). Their types are as their names say. */
  open(start: number, end: number): Iterable<OpenedMember>
}

/** Whether a file calls itself a ZIP. Office documents and programs that are ZIPs inside are files. */
export function isNamedZip(filename: string): boolean {
  return /\.zip$/i.test(filename)
}

/**
 * Opens a ZIP that people sent themselves. Its members are not opened in turn: a ZIP in it is a file.
 * @param size bytes of the file
 * @param fileId whose directory it is: concurrent callers for one file share it
 * @returns undefined for a file that is only delivered whole; see readForeignDirectory
 * @throws Failure FILE_DAMAGED, RATE_LIMITED, BlobStoreFailure
 */
export async function openForeignZip(
  content: PlainContent,
  size: number,
  fileId: string,
): Promise<ForeignZip | undefined> {
  const directory = await readInTurn(fileId, () => readForeignDirectory(content, size))
  if (!directory) return undefined
  const { members, more } = directory
  return {
    members: members.length,
    more,
    paths: members.map(({ path }) => path),
    *open(start, end) {
      for (const member of members.slice(start, end)) yield openMember(content, size, member)
    },
  }
}

function openMember(content: PlainContent, size: number, member: ForeignMember): OpenedMember {
  const { path, packed, crc, method, time } = member
  const dataStart = () => findData(content, size, member)
  const about = { path, size: member.size, offset: 0, method, crc, type: typeByName(path) }
  if (method === 'stored')
    return {
      line: { ...about, packed: storedSize(member.size) },
      content: {
        kind: 'plain',
        async *read(start, end) {
          const data = await dataStart()
          yield* content.read(data + start, data + end)
        },
      },
      isMember: false,
      time,
    }
  const line = { ...about, packed }
  return { line, content: asOurs(content, line, dataStart), isMember: true, time }
}

/** An archive of ours with this member alone, from the begin of its data. */
function asOurs(content: PlainContent, line: MemberLine, dataStart: () => Promise<number>): PlainContent {
  const { path, packed: compressedSize, crc, size } = line
  const { data } = memberPlace(line)
  const descriptorStart = data + compressedSize
  const record = { path: Buffer.from(path), time: { dos: 0 }, crc, compressedSize, size, offset: 0 }
  return {
    kind: 'plain',
    async *read(start, end) {
      const shift = (await dataStart()) - data
      if (start < descriptorStart) yield* content.read(start + shift, Math.min(end, descriptorStart) + shift)
      if (end > descriptorStart)
        yield dataDescriptor(record).subarray(Math.max(0, start - descriptorStart), end - descriptorStart)
    },
  }
}

/** @throws Failure MEMBER_NOT_FOUND where the member does not lie where the directory says */
async function findData(
  content: PlainContent,
  size: number,
  { offset, packed }: ForeignMember,
): Promise<number> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content.read(offset, offset + localHeadLength)) chunks.push(chunk)
  const head = Buffer.concat(chunks)
  if (head.length < localHeadLength || head.readUInt32LE(0) !== localSignature)
    throw new Failure('MEMBER_NOT_FOUND')
  const data = offset + localHeadLength + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (data + packed > size) throw new Failure('MEMBER_NOT_FOUND')
  return data
}
