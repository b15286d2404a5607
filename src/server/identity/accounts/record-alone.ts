import type { Database } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, type Party, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'

/** Stands in no row. */
const nobodysId = ''

/**
 * Adds an entry to the audit log for an act that changes no rows of the people in it. They are locked meanwhile: the entry of
 * someone who is erased at the same time either loses the name with all others, or never gets it.
 * @param act its subject is a person, or has no id
 */
export async function recordAlone(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { by, to, ...act }: Act,
): Promise<void> {
  await transact(database, async (transaction) => {
    const locked = {
      by: by && (await lockParty(transaction, by)),
      to: to && (await lockParty(transaction, to)),
    }
    // guard: a refused sign-in names nobody who is erased -> tests/http/accounts/changed-meanwhile.test.ts "is not written down by" on postgres
    //   ...locked becomes by, to
    await recordAct(transaction, { ...act, ...locked }, clock.now())
  })
}

/**
 * The same for a sign-in that was refused. A name without an account costs as many queries as one with an account, so that the
 * time does not tell them apart.
 * @param step what was brought, where it was not the password
 */
export function recordRefusal(
  services: Pick<Services, 'database' | 'clock'>,
  user: Party | undefined,
  { step, network }: { readonly step?: string; readonly network: string },
): Promise<void> {
  const to = user ?? { id: nobodysId, username: '' }
  const details = step === undefined ? {} : { step }
  return recordAlone(services, { act: 'session.refused', to, details, network })
}

/** @returns their present name; undefined once they are erased */
async function lockParty(transaction: Database, party: Party): Promise<Party | undefined> {
  if (party.id === null) return party
  return lockRow(transaction, 'users', party.id)
}
