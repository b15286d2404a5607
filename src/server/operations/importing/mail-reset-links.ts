import { noPassword } from '#crypto/passwords/account-password.ts'
import { isPasswordAllowed } from '#server/identity/sign-in/factors/ways-to-sign-in.ts'
import { appendResetLink } from '#server/identity/sign-in/passwords/forgot-password.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Importing } from './imported.ts'

/**
 * Mails each imported person a link that sets a password, once: also those of an import that was cut off. People with a password
 * by now, and people who may not sign in with one, get no mail. The service that runs sends them.
 */
export async function mailResetLinks({
  services,
  lock,
}: Pick<Importing, 'services' | 'lock'>): Promise<void> {
  const { database, clock, config } = services
  const rows = await database
    .selectFrom('imported')
    .select('user_id')
    .where('user_id', 'is not', null)
    .where('mailed_at', 'is', null)
    .execute()
  for (const { user_id } of rows) {
    lock.signal.throwIfAborted()
    if (user_id === null) continue
    await transact(database, async (transaction) => {
      const user = await lockRow(transaction, 'users', user_id)
      const { numUpdatedRows } = await transaction
        .updateTable('imported')
        .set({ mailed_at: clock.now() })
        .where('user_id', '=', user_id)
        .where('mailed_at', 'is', null)
        .executeTakeFirstOrThrow()
      const isWanted = user?.password_hash === noPassword && user.is_active === 1
      if (numUpdatedRows === 0n || !user || !isWanted || !isPasswordAllowed(config, user)) return
      await appendResetLink(services, transaction, user)
    })
  }
}
