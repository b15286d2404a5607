import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'database' | 'config'>

/** The version of this program if the administrator has not read its news; null afterwards. */
export async function findNews({ database, config }: Needs, userId: string): Promise<string | null> {
  const { news_read: read } = await database
    .selectFrom('users')
    .select('news_read')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return read === config.version ? null : config.version
}

/** Keeps the news of this version from being shown to the administrator again. */
export async function markNewsRead({ database, config }: Needs, userId: string): Promise<void> {
  await database.updateTable('users').set({ news_read: config.version }).where('id', '=', userId).execute()
}
