import type { Services } from '../services.ts'

/** Gives a lease back before its time; somebody else's stays. */
export async function releaseLease(
  { database }: Pick<Services, 'database'>,
  name: string,
  holder: string,
): Promise<void> {
  await database.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
