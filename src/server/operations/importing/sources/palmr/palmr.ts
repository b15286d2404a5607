import type * as z from 'zod/mini'
import { isForeignHash } from '#crypto/passwords/foreign-hash.ts'
import {
  type Source,
  type SourcePerson,
  SourceProblem,
  type SourceRequest,
  type SourceSecrets,
  type SourceShare,
  unreadable,
} from '../../source.ts'
import { allRows, openSourceDatabase, type SourceDatabase } from '../source-database.ts'
import { openSourceFolder } from '../source-folder.ts'
import { openStoredFiles, type StoredFiles } from './stored-files.ts'
import {
  aliasRow,
  fileRow,
  folderRow,
  pairRow,
  palmrTables,
  receivedFileRow,
  reverseShareRow,
  securityRow,
  shareRow,
  userRow,
} from './tables.ts'

type FileRow = z.output<typeof fileRow>

type Palmr = {
  readonly database: SourceDatabase
  readonly stored: StoredFiles
  readonly now: number
  readonly files: ReadonlyMap<string, FileRow>
  readonly filesIn: ReadonlyMap<string, readonly FileRow[]>
  readonly folders: ReadonlyMap<string, z.output<typeof folderRow>>
  readonly foldersIn: ReadonlyMap<string, readonly z.output<typeof folderRow>[]>
  readonly securities: ReadonlyMap<string, z.output<typeof securityRow>>
  readonly aliases: ReadonlyMap<string, string>
  /** Ids of the files and folders of a share. */
  readonly sharedFiles: ReadonlyMap<string, readonly string[]>
  readonly sharedFolders: ReadonlyMap<string, readonly string[]>
  readonly received: ReadonlyMap<string, readonly z.output<typeof receivedFileRow>[]>
}

/**
 * Opens the data folder of Palmr: prisma/palmr.db, and the files in uploads or in its S3 store.
 * @param now milliseconds since 1970
 * @throws SourceProblem
 */
export async function openPalmr(path: string, now: number, secrets: SourceSecrets): Promise<Source> {
  const folder = await openSourceFolder(path)
  const file = await folder.find('prisma/palmr.db')
  if (file === undefined)
    throw new SourceProblem(`${path} has no prisma/palmr.db. Name the folder that Palmr has as /app/server.`)
  const stored = await openStoredFiles(folder, secrets)
  const database = await openSourceDatabase(file, palmrTables)
  const files = allRows(database, 'files', fileRow)
  const folders = allRows(database, 'folders', folderRow)
  const palmr: Palmr = {
    database,
    stored,
    now,
    files: new Map(files.map((row) => [row.id, row])),
    filesIn: grouped(files, ({ folderId }) => folderId ?? ''),
    folders: new Map(folders.map((row) => [row.id, row])),
    foldersIn: grouped(folders, ({ parentId }) => parentId ?? ''),
    securities: new Map(allRows(database, 'share_security', securityRow).map((row) => [row.id, row])),
    aliases: new Map(allRows(database, 'share_aliases', aliasRow).map((row) => [row.shareId, row.alias])),
    sharedFiles: pairsOf(database, '_ShareFiles'),
    sharedFolders: pairsOf(database, '_ShareFolders'),
    received: grouped(allRows(database, 'reverse_share_files', receivedFileRow), (row) => row.reverseShareId),
  }
  return {
    family: 'palmr',
    people: () => people(palmr),
    requests: () => requests(palmr),
    shares: () => shares(palmr),
    close: database.close,
  }
}

function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, keyOf)
}

function pairsOf(database: SourceDatabase, table: string): ReadonlyMap<string, readonly string[]> {
  const pairs = grouped(allRows(database, table, pairRow), ({ B }) => B)
  return new Map(Array.from(pairs, ([share, rows]) => [share, rows.map(({ A }) => A)]))
}

function* people({ database }: Palmr): Generator<SourcePerson> {
  for (const row of database.rows('users', userRow)) {
    if (!row) {
      yield { ...unreadable.person }
      continue
    }
    const { isActive, ...person } = row
    yield { ...person, refusal: isActive ? undefined : 'The account was disabled.' }
  }
}

function* requests({ database, received, now }: Palmr): Generator<SourceRequest> {
  if (!database.has('reverse_shares')) return
  for (const row of database.rows('reverse_shares', reverseShareRow)) {
    if (!row) {
      yield { ...unreadable.request }
      continue
    }
    const uploadsLeft = row.maxFiles ? row.maxFiles - (received.get(row.id)?.length ?? 0) : null
    const types = row.allowedFileTypes
      ?.split(',')
      .map((type) => type.trim().toLowerCase().replace(/^\./, ''))
      .filter((type) => type !== '')
    yield {
      id: row.id,
      ownerId: row.creatorId,
      title: row.name,
      instructions: row.description,
      types,
      until: row.expiration,
      uploadsLeft,
      largestUpload: row.maxFileSize,
      // Its address is one of requests here.
      oldPaths: [],
      refusal: requestRefusal(row, { now, uploadsLeft, types }),
    }
  }
}

function requestRefusal(
  row: z.output<typeof reverseShareRow>,
  {
    now,
    uploadsLeft,
    types = [],
  }: {
    readonly now: number
    readonly uploadsLeft: number | null
    readonly types: readonly string[] | undefined
  },
): string | undefined {
  if (!row.isActive) return 'It was switched off.'
  if (row.expiration !== null && row.expiration <= now) return 'It has expired.'
  if (uploadsLeft !== null && uploadsLeft <= 0) return 'It is used up.'
  if (row.password) return 'It has a password, which cannot be kept for a request: create it anew.'
  const areTypes = types.length <= 40 && types.every((type) => /^[a-z0-9]{1,16}$/.test(type))
  return areTypes ? undefined : 'It takes types of files that a request cannot name.'
}

function* shares(palmr: Palmr): Generator<SourceShare> {
  for (const row of palmr.database.rows('shares', shareRow))
    yield row ? shareOf(row, palmr) : { ...unreadable.share }
  if (!palmr.database.has('reverse_shares')) return
  for (const row of palmr.database.rows('reverse_shares', reverseShareRow)) {
    const arrived = row && palmr.received.get(row.id)
    if (row && arrived) yield receivedOf(row, arrived, palmr)
  }
}

function shareOf(row: z.output<typeof shareRow>, palmr: Palmr): SourceShare {
  const security = palmr.securities.get(row.securityId)
  const maxViews = security?.maxViews || null
  const alias = palmr.aliases.get(row.id)
  const listed = filesOf(row.id, palmr)
  // It ends when the first of its files would have gone.
  const ends = [row, ...listed.map(({ file }) => file)]
    .map(({ expiration }) => expiration)
    .filter((end): end is number => end !== null && !isPast(end, palmr))
  return {
    id: row.id,
    name: alias ?? row.id,
    ownerId: row.creatorId,
    title: row.name,
    message: row.description,
    expiresAt: ends.length === 0 ? null : Math.min(...ends),
    downloadsLeft: maxViews === null ? null : maxViews - row.views,
    passwordHash: security?.password || null,
    files: listed.map(({ file, path }) => {
      const stored = palmr.stored.file(file, path)
      if (!isPast(file.expiration, palmr)) return stored
      return { ...stored, check: () => Promise.reject(new SourceProblem('It has expired.')) }
    }),
    oldPaths: alias === undefined ? [] : [`/s/${alias}`],
    refusal: refusalOf(row, security, { hasExpired: isPast(row.expiration, palmr), files: listed.length }),
  }
}

function isPast(end: number | null, { now }: Palmr): boolean {
  return end !== null && end <= now
}

function refusalOf(
  row: z.output<typeof shareRow>,
  security: z.output<typeof securityRow> | undefined,
  { hasExpired, files }: { readonly hasExpired: boolean; readonly files: number },
): string | undefined {
  if (!security) return 'The record of its password is missing.'
  if (hasExpired) return 'It has expired.'
  if (security.maxViews && security.maxViews <= row.views) return 'It is used up.'
  if (security.password && !isForeignHash(security.password)) return 'Its password is kept in an unknown way.'
  return files === 0 ? 'It has no files.' : undefined
}

/** Files of a share, and those in its folders with their paths. */
function filesOf(shareId: string, { sharedFiles, sharedFolders, ...palmr }: Palmr) {
  const own = (sharedFiles.get(shareId) ?? []).flatMap((id) => palmr.files.get(id) ?? [])
  const found = own.map((file) => ({ file, path: '' }))
  const seen = new Set<string>()
  const waiting = (sharedFolders.get(shareId) ?? []).toReversed().map((id) => ({ id, path: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = palmr.folders.get(next.id)
    // A folder that lies in itself would be entered again and again.
    if (!folder || seen.has(next.id)) continue
    seen.add(next.id)
    const inside = `${next.path}${folder.name.replaceAll('/', '_')}`
    for (const file of palmr.filesIn.get(next.id) ?? []) found.push({ file, path: inside })
    for (const { id } of (palmr.foldersIn.get(next.id) ?? []).toReversed())
      waiting.push({ id, path: `${inside}/` })
  }
  return found
}

/** Files that others sent to a person: as one share, which had no link. */
function receivedOf(
  row: z.output<typeof reverseShareRow>,
  arrived: readonly z.output<typeof receivedFileRow>[],
  { stored }: Palmr,
): SourceShare {
  return {
    id: `received ${row.id}`,
    name: row.name ?? row.id,
    ownerId: row.creatorId,
    title: row.name,
    message: row.description,
    expiresAt: null,
    downloadsLeft: null,
    passwordHash: null,
    files: arrived.map((file) => stored.file(file)),
    oldPaths: [],
    refusal: undefined,
  }
}
