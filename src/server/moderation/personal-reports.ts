import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { Services } from '#server/platform/services.ts'
import { discloseDecision } from './cases/describe-decision.ts'

/**
 * Decisions about a person's transfers, and the acts of an administrator on cases. After erasure cases keep the reference of
 * the transfer, its hashes and the decision, without names.
 */
export function personalReports({ database }: Pick<Services, 'database'>): PersonalData {
  const decisionsAbout = (userId: string) =>
    database
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'decisions.case_id')
      .where('cases.uploader_id', '=', userId)
  return {
    async *rows(userId) {
      const rows = await decisionsAbout(userId)
        .selectAll('decisions')
        .leftJoin('case_entries', (join) =>
          join
            .onRef('case_entries.case_id', '=', 'decisions.case_id')
            .onRef('case_entries.at', '=', 'decisions.appealed_at')
            .on('case_entries.kind', '=', 'appealed-by-sender'),
        )
        .select(['cases.number', 'cases.transfer_id', 'case_entries.text as objection'])
        .orderBy('decisions.at')
        .limit(1000)
        .execute()
      for (const row of rows)
        yield {
          number: row.number,
          reference: row.transfer_id,
          ...discloseDecision(row, false),
          objection: row.objection,
        }
    },
    async count(userId) {
      const { count } = await decisionsAbout(userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('strikes').where('user_id', '=', userId).execute()
      await transaction
        .updateTable('cases')
        .set({ uploader_id: null })
        .where('uploader_id', '=', userId)
        .execute()
      await transaction
        .updateTable('cases')
        .set({ assignee_id: null, assignee_name: null, assigned_at: null })
        .where('assignee_id', '=', userId)
        .execute()
      await transaction
        .updateTable('case_entries')
        .set({ actor_id: null, actor_name: null })
        .where('actor_id', '=', userId)
        .execute()
      await transaction
        .updateTable('blocked_content')
        .set({ added_by: null })
        .where('added_by', '=', userId)
        .execute()
    },
  }
}
