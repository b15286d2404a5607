import type * as z from 'zod/mini'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { isForeignHash } from '#crypto/passwords/foreign-hash.ts'
import {
  type Source,
  type SourceFile,
  type SourcePerson,
  SourceProblem,
  type SourceRequest,
  type SourceShare,
  unreadable,
} from '../source.ts'
import { fileRow, pingvinTables, reverseShareRow, securityRow, shareRow, userRow } from './pingvin-tables.ts'
import { allRows, openSourceDatabase, type SourceDatabase } from './source-database.ts'
import { openSourceFolder, type SourceFolder } from './source-folder.ts'

type Rows = {
  readonly reverseShares: ReadonlyMap<string, z.output<typeof reverseShareRow>>
  readonly securities: ReadonlyMap<string, z.output<typeof securityRow>>
  readonly files: ReadonlyMap<string, readonly z.output<typeof fileRow>[]>
}

/**
 * Opens the data folder of Pingvin Share or Pingvin Share X: pingvin-share.db, and the files below uploads.
 * @param now milliseconds since 1970
 * @throws SourceProblem
 */
export async function openPingvin(path: string, now: number): Promise<Source> {
  const folder = await openSourceFolder(path)
  const file = await folder.find('pingvin-share.db')
  if (file === undefined)
    throw new SourceProblem(`${path} has no pingvin-share.db. Name the folder "data" of Pingvin Share.`)
  const database = await openSourceDatabase(file, pingvinTables)
  const rows = readRows(database)
  return {
    family: 'pingvin',
    people: () => people(database),
    requests: () => requests(database, now),
    shares: () => shares(database, rows, { folder, now }),
    close: database.close,
  }
}

function readRows(database: SourceDatabase): Rows {
  const files = Map.groupBy(allRows(database, 'File', fileRow), ({ shareId }) => shareId)
  const securities = new Map<string, z.output<typeof securityRow>>()
  for (const row of allRows(database, 'ShareSecurity', securityRow))
    if (row.shareId !== null) securities.set(row.shareId, row)
  const reverseShares = new Map<string, z.output<typeof reverseShareRow>>()
  for (const row of database.rows('ReverseShare', reverseShareRow)) if (row) reverseShares.set(row.id, row)
  return { reverseShares, securities, files }
}

function* people(database: SourceDatabase): Generator<SourcePerson> {
  for (const row of database.rows('User', userRow)) {
    if (!row) {
      yield { ...unreadable.person }
      continue
    }
    const { id, username, email, isAdmin, isActivated } = row
    const refusal = isActivated === 0 ? 'The account was never activated.' : undefined
    yield { id, username, email, isAdmin, refusal }
  }
}

function* requests(database: SourceDatabase, now: number): Generator<SourceRequest> {
  for (const row of database.rows('ReverseShare', reverseShareRow)) {
    if (!row) {
      yield { ...unreadable.request }
      continue
    }
    const isOver = row.shareExpiration <= now
    yield {
      id: row.id,
      ownerId: row.creatorId,
      title: null,
      until: row.shareExpiration,
      uploadsLeft: row.remainingUses,
      largestUpload: row.maxShareSize,
      oldPaths: [`/upload/${row.token}`],
      refusal: isOver ? 'It has expired.' : row.remainingUses <= 0 ? 'It is used up.' : undefined,
    }
  }
}

type Place = { readonly folder: SourceFolder; readonly now: number }

function* shares(database: SourceDatabase, rows: Rows, place: Place): Generator<SourceShare> {
  for (const row of database.rows('Share', shareRow))
    yield row ? shareOf(row, rows, place) : { ...unreadable.share }
}

function shareOf(
  row: z.output<typeof shareRow>,
  { reverseShares, securities, files }: Rows,
  { folder, now }: Place,
): SourceShare {
  const security = securities.get(row.id)
  const through = row.reverseShareId === null ? undefined : reverseShares.get(row.reverseShareId)
  // 0 is no limit there.
  const maxViews = security?.maxViews || null
  const listed = files.get(row.id) ?? []
  const isForOwner = through?.publicAccess === 0
  return {
    // An id may be given out again once its share is gone.
    id: `${row.id} ${row.createdAt}`,
    name: row.id,
    // The person who made a reverse share owns all that came through it.
    ownerId: through?.creatorId ?? row.creatorId,
    title: row.name,
    message: row.description,
    expiresAt: row.expiration === 0 ? null : row.expiration,
    downloadsLeft: maxViews === null ? null : maxViews - row.views,
    passwordHash: security?.password || null,
    files: listed.map((file) => fileOf(folder, row, file)),
    // Others than its owner could not open it there, and shall not here.
    oldPaths: isForOwner ? [] : [`/share/${row.id}`, `/s/${row.id}`],
    refusal: refusalOf(row, security, {
      now,
      files: listed.length,
      isLost: row.reverseShareId !== null && !through,
    }),
  }
}

function refusalOf(
  row: z.output<typeof shareRow>,
  security: z.output<typeof securityRow> | undefined,
  { now, files, isLost }: { readonly now: number; readonly files: number; readonly isLost: boolean },
): string | undefined {
  if (row.removedReason !== null) return `It was removed: ${row.removedReason}`
  if (row.blockedAt !== null) return 'An administrator has blocked it.'
  if (!row.uploadLocked) return 'Its upload was never completed.'
  if (row.expiration !== 0 && row.expiration <= now) return 'It has expired.'
  if (security?.restrictToRecipients) return 'Only some accounts could open it, not anyone with the link.'
  if (security?.maxViews && security.maxViews <= row.views) return 'It is used up.'
  if (security?.password && !isForeignHash(security.password))
    return 'Its password is kept in an unknown way.'
  if (isLost) return 'The reverse share that it came through cannot be read.'
  if (row.storageProvider !== null && row.storageProvider !== 'LOCAL')
    return `Its files lie in ${row.storageProvider}, not in the folder.`
  return files === 0 ? 'It has no files.' : undefined
}

function fileOf(
  folder: SourceFolder,
  { id, storagePath }: z.output<typeof shareRow>,
  file: z.output<typeof fileRow>,
): SourceFile {
  const [name = '', ...folders] = file.name.split('/').toReversed()
  const own = storagePath?.replace(/^\/+|\/+$/g, '') || `shares/${id}`
  return folder.file({
    path: `uploads/${own}/${file.storageName ?? file.id}`,
    name: safeFileName(name),
    folder: safePath(folders.toReversed().join('/')),
    size: file.size,
  })
}
