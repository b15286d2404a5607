import { personalParts } from '#contract/accounts/accounts.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import type { PersonalParts } from '../personal-data/personal-data.ts'

const DAY = 24 * 60 * 60_000

/** Milliseconds after which an account with an unconfirmed address is removed. */
export const unverifiedLife = 7 * DAY
const maxAtOnce = 100

/**
 * Removes accounts whose address was not confirmed within a week: no one could ever sign in to them, and they keep the owner of
 * the address from registering. No mail is sent about it.
 */
export async function sweepUnverified(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  parts: PersonalParts,
): Promise<void> {
  const before = clock.now() - unverifiedLife
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('must_verify_email', '=', 1)
    .where('created_at', '<=', before)
    .limit(maxAtOnce)
    .execute()
  for (const { id } of rows)
    await transact(database, async (transaction) => {
      // It may have been confirmed this very moment.
      const locked = await transaction
        .updateTable('users')
        .set({ is_active: 0 })
        .where('id', '=', id)
        .where('must_verify_email', '=', 1)
        .where('is_admin', '=', 0)
        .returningAll()
        .executeTakeFirst()
      if (!locked) return
      await recordAct(transaction, { act: 'account.unverified-removed', to: locked }, clock.now())
      for (const name of personalParts) await parts[name].erase(transaction, id)
      await transaction.deleteFrom('users').where('id', '=', id).execute()
    })
}
