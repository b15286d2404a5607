import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type AuditEntry, auditEntry } from '#contract/operations/audit.ts'
import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { AuditLogRow, Database } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'

/** An entry as the contract shows it. */
export function entryOf(row: AuditLogRow): AuditEntry {
  return z.parse(auditEntry, {
    id: row.id,
    at: new Date(row.at).toISOString(),
    act: row.act,
    actor: row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
    subject: row.subject_name === null ? null : { id: row.subject_id, name: row.subject_name },
    details: JSON.parse(row.details),
    network: row.network,
  })
}

/** Entries of the audit log about a person. They stay when the person is erased, under a name that leads nowhere. */
export function personalEntries({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      const entries = inPages(entriesAbout(database, userId).selectAll())
      for await (const entry of entries) yield ownView(entryOf(entry), userId)
    },
    async count(userId) {
      const { count } = await entriesAbout(database, userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await anonymizeActor(transaction, userId)
    },
  }
}

function entriesAbout(database: Database, userId: string) {
  return database
    .selectFrom('audit_log')
    .where(({ eb, or }) => or([eb('actor_id', '=', userId), eb('subject_id', '=', userId)]))
}

/** An entry without who else had a part in it. */
function ownView({ at, act, actor, subject, details, network }: AuditEntry, userId: string): object {
  const byAnother = actor !== null && actor.id !== userId
  return {
    at,
    act,
    byYou: actor?.id === userId,
    toYou: subject?.id === userId,
    details,
    network: byAnother ? null : network,
  }
}

const DAY = 24 * 60 * 60_000

/** Forgets what happened longer ago than AUDIT_KEPT says. */
export async function purgeEntries({
  config,
  clock,
  database,
}: Pick<Services, 'config' | 'clock' | 'database'>): Promise<void> {
  const before = clock.now() - config.AUDIT_KEPT * DAY
  await workInSets(async (size) => {
    const old = database.selectFrom('audit_log').select('id').where('at', '<', before).limit(size)
    const deleted = await database.deleteFrom('audit_log').where('id', 'in', old).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  })
}

/**
 * Takes a person out of the audit log: what happened stays, under one made-up name that leads nowhere. To be called in
 * the transaction that erases the person, before its own entry is made.
 * @returns the made-up name, for that entry
 */
export async function anonymizeActor(transaction: Database, userId: string): Promise<string> {
  const name = `erased-${randomBytes(6).toString('hex')}`
  await transaction
    .updateTable('audit_log')
    .set({ actor_id: null, actor_name: name })
    .where('actor_id', '=', userId)
    .execute()
  await transaction
    .updateTable('audit_log')
    .set({ subject_id: null, subject_name: name })
    .where('subject_id', '=', userId)
    .execute()
  return name
}
