import { createCipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Columns, makeSampleFolder } from '../sample-folder.ts'
import { type PalmrVersion, palmrSchema } from './tables.ts'

const DAY = 24 * 60 * 60_000

export type PalmrFile = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly columns?: Columns
  /** Key that it is sealed with. */
  readonly key?: string
  /** Changes what lies on the disk; undefined for nothing. */
  readonly spoil?: (stored: Buffer) => Buffer | undefined
}
export type PalmrShare = {
  readonly id: string
  readonly files: readonly PalmrFile[]
  readonly folders?: readonly string[]
  readonly columns?: Columns
  readonly security?: Columns
}

/** As Palmr seals a file: AES-256-CBC, behind its vector. */
function seal(bytes: Uint8Array, key: string): Buffer {
  const vector = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', scryptSync(key, 'salt', 32), vector)
  return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
}

/** The data folder of a Palmr, which is gone when the test has ended. */
export async function makePalmr(version: PalmrVersion = 'late') {
  const sample = await makeSampleFolder('palmr', 'prisma/palmr.db', palmrSchema(version))
  const { folder, insert } = sample
  await mkdir(join(folder, 'uploads'))
  const now = Date.now()

  /** Writes a file, and a row of it. @returns its id */
  async function addFile(table: string, made: PalmrFile, owner: Columns): Promise<string> {
    const { name, bytes, columns = {}, key, spoil } = made
    const id = randomUUID()
    const objectName = `${Object.values(owner)[0]}/${now}-${id}.bin`
    const own = { id, name, extension: 'bin', size: bytes.length, objectName, updatedAt: now }
    insert(table, { ...own, ...owner, ...columns })
    const whole = key === undefined ? Buffer.from(bytes) : seal(bytes, key)
    const stored = spoil ? spoil(whole) : whole
    if (!stored) return id
    const path = join(folder, 'uploads', objectName.replace(/[^a-zA-Z0-9\-_./]/g, '_'))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, stored)
    return id
  }
  return {
    ...sample,
    /** @returns their id */
    addUser(username: string, columns: Columns = {}): string {
      const id = randomUUID()
      const own = { id, firstName: 'A', lastName: 'B', username, email: `${username}@example.org` }
      insert('users', { ...own, password: 'never read', updatedAt: now, ...columns })
      return id
    },
    /** @returns its id */
    addFolder(name: string, userId: string, parentId: string | null = null): string {
      const id = randomUUID()
      insert('folders', { id, name, objectName: name, parentId, userId, updatedAt: now })
      return id
    },
    addFile: (userId: string, made: PalmrFile) => addFile('files', made, { userId }),
    /** @returns its id */
    async addReverseShare(creatorId: string, columns: Columns = {}, files: readonly PalmrFile[] = []) {
      const id = randomUUID()
      insert('reverse_shares', { id, creatorId, name: 'Send it here', updatedAt: now, ...columns })
      for (const file of files)
        await addFile('reverse_share_files', file, { reverseShareId: id, uploaderName: 'Bob' })
      return id
    },
    async addShare({ id, files, folders = [], columns = {}, security = {} }: PalmrShare, userId: string) {
      const securityId = randomUUID()
      insert('share_security', { id: securityId, updatedAt: now, ...security })
      const own = { id, creatorId: userId, securityId, expiration: now + 3 * DAY, updatedAt: now }
      insert('shares', { ...own, ...columns })
      insert('share_aliases', { id: randomUUID(), alias: `to-${id}`, shareId: id, updatedAt: now })
      for (const file of files) insert('_ShareFiles', { A: await addFile('files', file, { userId }), B: id })
      for (const one of folders) insert('_ShareFolders', { A: one, B: id })
    },
  }
}

export type Palmr = Awaited<ReturnType<typeof makePalmr>>
