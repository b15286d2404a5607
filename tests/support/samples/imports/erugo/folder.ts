import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { foreignZip } from '../../foreign-zip.ts'
import { type Columns, makeSampleFolder } from '../sample-folder.ts'
import { type ErugoVersion, erugoSchema, erugoTime } from './tables.ts'

const DAY = 24 * 60 * 60_000

export type ErugoFile = {
  /** Name with which it comes, behind its folders. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Name on the disk, if another. */
  readonly stored?: string
  /** Size in the table, if not the truth. */
  readonly size?: number
  readonly missing?: boolean
}
export type ErugoShare = {
  readonly id: string
  readonly files: readonly ErugoFile[]
  readonly columns?: Columns
  /** In milliseconds from now; null for never. */
  readonly expiresIn?: number | null
  /** Several are in a ZIP beside their folder, which old versions removed. */
  readonly kept?: 'folder' | 'zip'
  /** Changes the ZIP. */
  readonly spoil?: (zip: Buffer) => Buffer
}

/** The folder storage of an Erugo, which is gone when the test has ended. */
export async function makeErugo(version: ErugoVersion = 'late') {
  const sample = await makeSampleFolder('erugo', 'app/private/database.sqlite', erugoSchema(version))
  const { folder, database, insert } = sample
  const now = Date.now()
  const isLate = version === 'late'
  const times = { created_at: erugoTime(now), updated_at: erugoTime(now) }

  /** @returns its id */
  function add(table: string, columns: Columns): number {
    insert(table, { ...times, ...columns })
    return Number(database.prepare('select last_insert_rowid() as id').get()?.id)
  }
  async function write(relative: string, bytes: Uint8Array): Promise<void> {
    const path = join(folder, 'app/shares', relative)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return {
    ...sample,
    add,
    write,
    addUser: (name: string, email: string, columns: Columns = {}) =>
      add('users', { name, email, password: 'never read', ...columns }),
    /** An invitation that is open for a week. */
    addInvite: (user: number, columns: Columns = {}) =>
      add('reverse_share_invites', {
        user_id: user,
        recipient_name: 'Bob',
        recipient_email: 'bob@example.org',
        expires_at: erugoTime(now + 7 * DAY),
        ...columns,
      }),
    async addShare(share: ErugoShare, user: number | null): Promise<void> {
      const { id, files, columns = {}, expiresIn = 3 * DAY, spoil } = share
      const { kept = files.length === 1 ? 'folder' : 'zip' } = share
      const own = `${user ?? 99}/${id}`
      const shareId = add('shares', {
        user_id: user,
        long_id: id,
        path: isLate ? own : `/var/www/html/storage/app/shares/${own}`,
        size: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
        file_count: files.length,
        expires_at: expiresIn === null ? null : erugoTime(now + expiresIn),
        status: 'ready',
        ...columns,
      })
      const there: { name: string; bytes: Uint8Array }[] = []
      for (const { name, bytes, stored, size = bytes.length, missing = false } of files) {
        const [original = '', ...folders] = name.split('/').toReversed()
        const full = folders.toReversed().join('/')
        const late = { full_path: full, original_name: stored === undefined ? null : original }
        const onDisk = stored ?? original
        const own = { share_id: shareId, name: onDisk, size, type: 'application/octet-stream' }
        add('files', { ...own, ...(isLate && late) })
        if (!missing) there.push({ name: full === '' ? onDisk : `${full}/${onDisk}`, bytes })
      }
      if (kept === 'folder') for (const { name, bytes } of there) await write(`${own}/${name}`, bytes)
      else {
        const zip = foreignZip(there)
        await write(`${own}.zip`, spoil ? spoil(zip) : zip)
      }
    },
  }
}

export type Erugo = Awaited<ReturnType<typeof makeErugo>>
