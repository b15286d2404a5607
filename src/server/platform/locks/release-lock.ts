import type { Services } from '../services.ts'

/** Gives a lease back before its time; somebody else's stays. */
export async function releaseLock(
  { database }: Pick<Services, 'database'>,
  name: string,
  holder: string,
): Promise<void> {
  await database.deleteFrom('locks').where('name', '=', name).where('holder', '=', holder).execute()
}
