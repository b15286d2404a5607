import type { Services } from '../services.ts'

/** Whether somebody holds a lease now. */
export async function isLocked(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  name: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('locks')
    .select('name')
    .where('name', '=', name)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row !== undefined
}
