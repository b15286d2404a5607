import type { AuditEntry } from '#contract/audit.ts'
import type { PersonalData } from '#server/identity/privacy/personal-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { anonymizeActor } from './anonymize-actor.ts'
import { entryOf } from './find-entries.ts'

/** What the audit log tells of a person. Entries stay when the person is erased, under a name that leads nowhere. */
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
