import { randomBytes } from 'node:crypto'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import type { Database, TransfersRow, UsersRow } from '#server/platform/database/database.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { endedColumns } from '#server/transfers/transfers-table.ts'
import { insertTransfers, transferRow } from '#tests/support/databases/transfer-rows.ts'

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
    const rows: TransfersRow[] = []
    for (let number = from; number < to; number += 1) {
      const owner = number % 3 === 0 ? null : (userIds[(number * 7) % userIds.length] ?? null)
      rows.push(seededTransfer(number, owner, now - Math.floor((number / files) * 30 * DAY), now))
    }
    await insertTransfers(database, rows)
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
    second_factor_due_at: null,
  }
}

function seededTransfer(
  number: number,
  ownerId: string | null,
  createdAt: number,
  now: number,
): TransfersRow {
  const fate = number % 20 === 0 ? 'deleted' : number % 10 === 1 ? 'expired' : null
  const name = `${words[number % words.length]}-${number}.${number % 2 === 0 ? 'pdf' : 'zip'}`
  const message = number % 5 === 0 ? 'A message of some length that stands beside the file. '.repeat(4) : null
  return transferRow({
    owner_id: ownerId,
    name,
    message,
    size: (number * 7919) % 5_000_000,
    password_protected: number % 4 === 0 ? 1 : 0,
    created_at: createdAt,
    expires_at: fate === 'expired' ? now - HOUR : now + 12 * HOUR + (number % 30) * DAY,
    downloads: number % 13,
    ...(fate ? { ...endedColumns(fate, now - HOUR), cleared: 1 } : {}),
  })
}
