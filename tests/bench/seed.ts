import { randomBytes } from 'node:crypto'
import { foldForSearch } from '#contract/fold-for-search.ts'
import { foldName } from '#server/identity/accounts/fold-name.ts'
import type { Database, FilesRow, SegmentsRow, UsersRow } from '#server/platform/database/database.ts'
import { recordAct } from '#server/platform/events/record-act.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const batch = 500

/** Words that make file names which a search finds some of. */
const words = [
  'report',
  'holiday',
  'contract',
  'Größe',
  'plan',
  'photo',
  'музыка',
  'invoice',
  'draft',
  'αρχείο',
]

export type Seed = { readonly users: number; readonly files: number; readonly entries: number }

/**
 * Fills a database with people, files and entries of the audit log, spread over the last month as of `now`. Every
 * tenth file has expired, every twentieth was deleted; there are no blobs behind them.
 */
export async function seed(database: Database, { users, files, entries }: Seed, now: number): Promise<void> {
  const userIds: string[] = []
  await inBatches(users, async (from, to) => {
    const rows: UsersRow[] = []
    for (let number = from; number < to; number += 1) {
      const row = userRow(number, now - (number / users) * 30 * DAY)
      userIds.push(row.id)
      rows.push(row)
    }
    await database.insertInto('users').values(rows).execute()
  })
  await inBatches(files, async (from, to) => {
    const rows: FilesRow[] = []
    const pieces: SegmentsRow[] = []
    for (let number = from; number < to; number += 1) {
      const owner = number % 3 === 0 ? null : (userIds[(number * 7) % userIds.length] ?? null)
      const row = fileRow(number, owner, now - Math.floor((number / files) * 30 * DAY), now)
      rows.push(row)
      const blob = { file_id: row.id, position: 0, blob_id: randomBytes(16).toString('hex'), size: row.size }
      if (row.ended_at === null) pieces.push(blob)
    }
    await database.insertInto('files').values(rows).execute()
    await database.insertInto('pieces').values(pieces).execute()
  })
  await inBatches(entries, (from, to) =>
    database.transaction().execute(async (transaction) => {
      for (let number = from; number < to; number += 1) {
        const by = { id: userIds[number % userIds.length] ?? null, username: `person-${number % users}` }
        await recordAct(transaction, { act: 'session.opened', by }, now - number * 60_000)
      }
    }),
  )
}

async function inBatches(count: number, insert: (from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += batch) await insert(from, Math.min(from + batch, count))
}

function userRow(number: number, createdAt: number): UsersRow {
  const username = `person-${number}`
  const email = `${username}@mail${number % 50}.example.org`
  return {
    id: randomBytes(16).toString('base64url'),
    username,
    username_folded: foldName(username),
    email,
    email_folded: foldName(email),
    password_hash: '',
    must_change_password: 0,
    is_admin: 0,
    is_pro: number % 10 === 0 ? 1 : 0,
    is_active: number % 25 === 0 ? 0 : 1,
    storage_limit: 2 * 1024 ** 3,
    wants_security: 1,
    wants_notifications: 1,
    wants_marketing: 0,
    marketing_consent_at: null,
    marketing_consent_version: null,
    accepted_terms_version: null,
    accepted_terms_at: null,
    language: null,
    created_at: Math.floor(createdAt),
    signed_in_at: null,
  }
}

function fileRow(number: number, ownerId: string | null, uploadedAt: number, now: number): FilesRow {
  const fate = number % 20 === 0 ? 'deleted' : number % 10 === 1 ? 'expired' : null
  const filename = `${words[number % words.length]}-${number}.${number % 2 === 0 ? 'pdf' : 'zip'}`
  const expiresAt = fate === 'expired' ? now - HOUR : now + 12 * HOUR + (number % 30) * DAY
  return {
    id: randomBytes(16).toString('base64url'),
    owner_id: ownerId,
    filename: fate ? '' : filename,
    filename_folded: fate ? '' : foldForSearch(filename),
    size: (number * 7919) % 5_000_000,
    mime_type: 'application/octet-stream',
    description:
      fate || number % 5 !== 0 ? null : 'A message of some length that stands beside the file. '.repeat(4),
    encryption_method: 'aes-256-gcm',
    password_protected: number % 4 === 0 ? 1 : 0,
    delete_after_download: 0,
    uploaded_at: uploadedAt,
    expires_at: expiresAt,
    expiry_day: new Date(expiresAt).toISOString().slice(0, 10),
    scan: 'clean',
    deletion_token_hash: randomBytes(32),
    download_count: number % 13,
    ended_at: fate ? now - HOUR : null,
    ended_as: fate,
    blob_removed: fate ? 1 : 0,
  }
}
