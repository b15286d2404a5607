import type { Services } from '../services.ts'

/**
 * Takes or renews the right to do something that one holder does at a time, among all instances.
 * Returns false while another holder's lease runs. `duration` in milliseconds.
 */
export async function takeLock(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  name: string,
  holder: string,
  duration: number,
): Promise<boolean> {
  const now = clock.now()
  const taken = await database
    .insertInto('locks')
    .values({ name, holder, expires_at: now + duration })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: now + duration })
        .where(({ eb, or }) => or([eb('locks.holder', '=', holder), eb('locks.expires_at', '<=', now)])),
    )
    .executeTakeFirst()
  return Number(taken.numInsertedOrUpdatedRows ?? 0) === 1
}
