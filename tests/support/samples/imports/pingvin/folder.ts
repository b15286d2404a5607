import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Columns, makeSampleFolder } from '../sample-folder.ts'
import { type PingvinVersion, pingvinSchema, pingvinTime } from './tables.ts'

const DAY = 24 * 60 * 60_000

export type PingvinFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /** Size in the table, if not the truth. */
  readonly size?: number
  readonly id?: string
  readonly missing?: boolean
}
export type PingvinShare = {
  readonly id: string
  readonly files: readonly PingvinFile[]
  readonly columns?: Columns
  /** In milliseconds from now; 0 for never. */
  readonly expiresIn?: number
  readonly security?: Columns
}

/** The data folder of a Pingvin Share, which is gone when the test has ended. */
export async function makePingvin(version: PingvinVersion = 'late') {
  const sample = await makeSampleFolder('pingvin', 'pingvin-share.db', pingvinSchema(version))
  const { folder, insert } = sample
  const now = Date.now()
  const at = (time: number) => pingvinTime(version, time)

  return {
    ...sample,
    at,
    /** @returns their id */
    addUser(username: string, columns: Columns = {}): string {
      const id = randomUUID()
      const own = {
        id,
        username,
        email: `${username}@example.org`,
        password: 'never read',
        updatedAt: at(now),
      }
      insert('User', { ...own, createdAt: at(now), ...columns })
      return id
    },
    /** @returns its id and token */
    addReverseShare(creatorId: string, columns: Columns = {}) {
      const [id, token] = [randomUUID(), randomUUID()]
      const own = {
        id,
        token,
        creatorId,
        maxShareSize: '1000000',
        sendEmailNotification: 0,
        remainingUses: 3,
      }
      const shareExpiration = at(now + 10 * DAY)
      insert('ReverseShare', { ...own, createdAt: at(now), shareExpiration, ...columns })
      return { id, token }
    },
    async addShare({ id, files, columns = {}, expiresIn = 3 * DAY, security }: PingvinShare): Promise<void> {
      const expiration = at(expiresIn === 0 ? 0 : now + expiresIn)
      insert('Share', { id, createdAt: at(now), uploadLocked: 1, expiration, ...columns })
      if (security)
        insert('ShareSecurity', { id: randomUUID(), createdAt: at(now), shareId: id, ...security })
      for (const file of files) {
        const fileId = file.id ?? randomUUID()
        const size = String(file.size ?? file.bytes.length)
        insert('File', { id: fileId, createdAt: at(now), name: file.name, size, shareId: id })
        if (file.missing) continue
        const place = join(folder, 'uploads/shares', id, fileId)
        await mkdir(dirname(place), { recursive: true })
        await writeFile(place, file.bytes)
      }
    },
  }
}

export type Pingvin = Awaited<ReturnType<typeof makePingvin>>
