import type * as z from 'zod/mini'
import { isForeignHash } from '#crypto/passwords/foreign-hash.ts'
import {
  type Source,
  type SourcePerson,
  SourceProblem,
  type SourceRequest,
  type SourceShare,
  unreadable,
} from '../../source.ts'
import { allRows, openSourceDatabase, type SourceDatabase } from '../source-database.ts'
import { openSourceFolder, type SourceFolder } from '../source-folder.ts'
import { shareFiles } from './share-files.ts'
import { erugoTables, fileRow, inviteRow, shareRow, userRow } from './tables.ts'

type ShareRow = z.output<typeof shareRow>
type InviteRow = z.output<typeof inviteRow>

type Erugo = {
  readonly database: SourceDatabase
  readonly folder: SourceFolder
  readonly now: number
  /** Ids of people, by those of their rows. */
  readonly people: ReadonlyMap<number, string>
  readonly invites: ReadonlyMap<number, InviteRow>
  readonly files: ReadonlyMap<number | null, readonly z.output<typeof fileRow>[]>
}

/**
 * Opens the folder storage of Erugo: app/private/database.sqlite, and the files below app/shares.
 * @param now milliseconds since 1970
 * @throws SourceProblem
 */
export async function openErugo(path: string, now: number): Promise<Source> {
  const folder = await openSourceFolder(path)
  const file = await folder.find('app/private/database.sqlite')
  if (file === undefined)
    throw new SourceProblem(
      `${path} has no app/private/database.sqlite. Name the folder that Erugo has as /var/www/html/storage; what it keeps in MySQL or PostgreSQL cannot be imported.`,
    )
  const database = await openSourceDatabase(file, erugoTables)
  const erugo = {
    database,
    folder,
    now,
    people: new Map(readable(database.rows('users', userRow)).map((row) => [row.id, idOf(row)])),
    invites: new Map(readable(inviteRows(database)).map((row) => [row.id, row])),
    files: Map.groupBy(allRows(database, 'files', fileRow), ({ share_id }) => share_id),
  }
  return {
    family: 'erugo',
    people: () => people(erugo),
    requests: () => requests(erugo),
    shares: () => shares(erugo),
    close: database.close,
  }
}

function readable<Row>(rows: Iterable<Row | undefined>): Row[] {
  return [...rows].filter((row) => row !== undefined)
}

function inviteRows(database: SourceDatabase): Iterable<InviteRow | undefined> {
  return database.has('reverse_share_invites') ? database.rows('reverse_share_invites', inviteRow) : []
}

/** Every Erugo numbers from 1, and two may be imported from. */
function idOf({ id, created_at }: { readonly id: number; readonly created_at: number | null }): string {
  return `${id} ${created_at}`
}

function* people({ database }: Erugo): Generator<SourcePerson> {
  const taken = new Set<string>()
  for (const row of database.rows('users', userRow)) {
    if (!row) {
      yield { ...unreadable.person }
      continue
    }
    if (row.is_guest) continue
    const { name, email, admin: isAdmin } = row
    // Several people may have one name there, and signed in with their addresses.
    const username = taken.has(name.toLowerCase()) ? (email.split('@', 1)[0] ?? '') : name
    taken.add(name.toLowerCase())
    const refusal = row.active ? undefined : 'The account was disabled, or never confirmed.'
    yield { id: idOf(row), username, email, isAdmin, refusal }
  }
}

/** Invitations to send files: each to one person, for one share. */
function* requests({ database, people, now }: Erugo): Generator<SourceRequest> {
  for (const row of inviteRows(database)) {
    if (!row) {
      yield { ...unreadable.request }
      continue
    }
    const isUsedUp = row.completed_at !== null || (row.used_at !== null && row.guest_user_id === null)
    const isOver = row.expires_at !== null && row.expires_at <= now
    yield {
      id: idOf(row),
      ownerId: people.get(row.user_id) ?? '',
      title: `Files from ${row.recipient_name}`,
      instructions: row.message,
      until: row.expires_at,
      uploadsLeft: 1,
      largestUpload: null,
      // Its address holds a key that stands in the mail alone.
      oldPaths: [],
      refusal: isUsedUp ? 'It is used up.' : isOver ? 'It has expired.' : undefined,
    }
  }
}

function* shares(erugo: Erugo): Generator<SourceShare> {
  for (const row of erugo.database.rows('shares', shareRow))
    yield row ? shareOf(row, erugo) : { ...unreadable.share }
}

function shareOf(row: ShareRow, erugo: Erugo): SourceShare {
  const listed = erugo.files.get(row.id) ?? []
  return {
    // A name may be given out again once its share is gone.
    id: `${row.long_id} ${row.created_at}`,
    name: row.long_id,
    ownerId: ownerOf(row, erugo),
    title: row.name,
    message: row.description,
    expiresAt: row.expires_at,
    downloadsLeft: downloadsLeft(row),
    passwordHash: row.password || null,
    files: shareFiles(erugo.folder, row.path, listed),
    // Others than its owner could not open it there, and shall not here.
    oldPaths: row.public === 0 ? [] : [`/shares/${row.long_id}`],
    refusal: refusalOf(row, { now: erugo.now, files: listed.length }),
  }
}

/** Owner of a share: of a guest's the person who had invited them. Null where there is none, and others may know the link. */
function ownerOf({ user_id, invite_id, ...row }: ShareRow, { people, invites }: Erugo): string | null {
  const inviter = invite_id === null ? undefined : invites.get(invite_id)?.user_id
  const owner = user_id ?? inviter
  if (owner === undefined) return row.public === 0 ? '' : null
  return people.get(owner) ?? ''
}

function downloadsLeft({ download_limit, download_count }: ShareRow): number | null {
  return download_limit === null || download_limit === 0 ? null : download_limit - download_count
}

function refusalOf(
  row: ShareRow,
  { now, files }: { readonly now: number; readonly files: number },
): string | undefined {
  if (row.status === 'deleted') return 'It was deleted.'
  if (row.expires_at !== null && row.expires_at <= now) return 'It has expired.'
  if ((downloadsLeft(row) ?? 1) <= 0) return 'It is used up.'
  if (row.password && !isForeignHash(row.password)) return 'Its password is kept in an unknown way.'
  return files === 0 ? 'It has no files.' : undefined
}
