import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { memberName } from '#server/transfers/members/index/foreign/read-directory.ts'
import { type SourceFile, SourceProblem } from '../../source.ts'
import type { SourceFolder } from '../source-folder.ts'

/** A ZIP in a folder of another service. */
type Archive = {
  /** The member of this path and size, under another name; undefined where there is no archive, or no such member. @throws SourceProblem */
  find(path: string, as: Pick<SourceFile, 'name' | 'folder' | 'size'>): Promise<SourceFile | undefined>
}

const options = { autoClose: false, decodeStrings: false }

/** Opens an archive once it is asked for a member, and reads its directory once. */
export function openArchive(folder: SourceFolder, relative: string): Archive {
  let directory: Promise<Directory | undefined> | undefined
  return {
    async find(path, as) {
      directory ??= readDirectory(folder, relative)
      const { file = '', members } = (await directory) ?? {}
      const member = members?.get(path)
      if (!member) return undefined
      return {
        ...as,
        async check() {
          if (member.uncompressedSize !== as.size)
            throw new SourceProblem(
              `Its file has ${member.uncompressedSize} bytes in its archive instead of ${as.size}.`,
            )
        },
        read: () => readMember(file, member),
      }
    },
  }
}

type Directory = { readonly file: string; readonly members: ReadonlyMap<string, Entry> }

async function readDirectory(folder: SourceFolder, relative: string): Promise<Directory | undefined> {
  const file = await folder.find(relative)
  if (file === undefined) return undefined
  try {
    const zip = await openPromise(file, options)
    try {
      const members = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) members.set(memberName(entry), entry)
      return { file, members }
    } finally {
      zip.close()
    }
  } catch (error) {
    throw damaged(error)
  }
}

/** @throws SourceProblem for bytes that are not those that were packed */
async function* readMember(file: string, member: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    const zip = await openPromise(file, options)
    try {
      for await (const chunk of await zip.openReadStreamPromise(member)) {
        const bytes = Uint8Array.from(chunk)
        sum = crc32(bytes, sum)
        yield bytes
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    throw damaged(error)
  }
  if (sum !== member.crc32) throw damaged(new Error('its checksum is another'))
}

function damaged(error: unknown): SourceProblem {
  const reason = error instanceof Error ? error.message : String(error)
  return new SourceProblem(`Its archive is damaged or was copied in part (${reason}): copy it once more.`)
}
