import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/transact.ts'
import type { Services } from '../../services.ts'

const DAY = 24 * 60 * 60_000
/** How long the assets of a release are kept once another one has taken its place, in milliseconds. */
const keptFor = 30 * DAY
/** Bytes of all assets of earlier releases together; the oldest go first. */
const maxKept = 64_000_000

/** Longer names, and others, are never asked of the database. */
const maxName = 200

/**
 * Puts the assets of this release where every instance finds them, beside those of earlier releases: a page that was
 * opened before an upgrade, or came from an instance of another release, goes on to find its parts.
 * @param folder of the built web app; the files of the build carry a digest of their content in their names
 * @param names paths within the folder
 */
export async function publishAssets(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const known = await database.selectFrom('web_assets').select('name').where('name', 'in', names).execute()
  const there = new Set(known.map(({ name }) => name))
  const missing = await Promise.all(
    names
      .filter((name) => !there.has(name))
      .map(async (name) => ({ name, content: await readFile(join(folder, name)), superseded_at: null })),
  )
  await transact(database, async (transaction) => {
    if (missing.length > 0) {
      await transaction
        .insertInto('web_assets')
        .values(missing)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    }
    await transaction
      .updateTable('web_assets')
      .set({ superseded_at: null })
      .where('superseded_at', 'is not', null)
      .where('name', 'in', names)
      .execute()
    await transaction
      .updateTable('web_assets')
      .set({ superseded_at: clock.now() })
      .where('superseded_at', 'is', null)
      .where('name', 'not in', names)
      .execute()
    await removeOldAssets(transaction, clock.now() - keptFor)
  })
}

/** An asset of another release, if it is still kept. */
export async function findAsset(database: Database, name: string): Promise<Uint8Array | undefined> {
  if (name.length > maxName) return undefined
  const asset = await database
    .selectFrom('web_assets')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst()
  return asset?.content
}

/** Removes what was superseded before a time, and the oldest of what is too much. */
async function removeOldAssets(database: Database, before: number): Promise<void> {
  const superseded = await database
    .selectFrom('web_assets')
    .select(({ fn }) => ['name', 'superseded_at', fn<number>('length', ['content']).as('size')])
    .where('superseded_at', 'is not', null)
    .orderBy('superseded_at', 'desc')
    .execute()
  let kept = 0
  const old = superseded.filter(({ superseded_at, size }) => {
    kept += size
    return (superseded_at ?? 0) < before || kept > maxKept
  })
  if (old.length === 0) return
  const names = old.map(({ name }) => name)
  await database.deleteFrom('web_assets').where('name', 'in', names).execute()
}
