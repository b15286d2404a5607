import { sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertStillHeld, type Lock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import type { ItemKind } from './outcomes.ts'

/** Something in a source, named after the family of the source; see Source. */
type ImportedItem = { readonly family: string; readonly kind: ItemKind; readonly id: string }

/** An import under way. */
export type Importing = {
  readonly services: Services
  readonly family: string
  readonly lock: Lock
  /** Nothing is written: outcomes are what would be. */
  readonly isDry: boolean
}

function hashOf({ family, kind, id }: ImportedItem): Buffer {
  return sha256(`${family}\0${kind}\0${id}`)
}

/** Whether something came before, and the account of a person that did: null once it was erased. */
export async function findImported(
  database: Database,
  item: ImportedItem,
): Promise<{ userId: string | null } | undefined> {
  const row = await database
    .selectFrom('imported')
    .select('user_id')
    .where('hash', '=', hashOf(item))
    .executeTakeFirst()
  return row && { userId: row.user_id }
}

/** Remembers what comes, in the transaction in which it does: of two imports at once one fails. @throws LockLost */
export async function rememberImported(
  { services: { clock }, lock }: Importing,
  transaction: Database,
  item: ImportedItem,
  userId: string | null = null,
): Promise<void> {
  await assertStillHeld(transaction, lock)
  await transaction
    .insertInto('imported')
    .values({ hash: hashOf(item), user_id: userId, mailed_at: null, created_at: clock.now() })
    .execute()
}
