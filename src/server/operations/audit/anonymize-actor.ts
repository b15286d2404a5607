import { randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'

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
