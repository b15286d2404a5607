import type { Language } from '#contract/languages.ts'
import type { Services } from '#server/platform/services.ts'

/** Keeps which language a person wants their mails and pages in. */
export async function chooseLanguage(
  { database }: Pick<Services, 'database'>,
  userId: string,
  language: Language,
): Promise<void> {
  await database.updateTable('users').set({ language }).where('id', '=', userId).execute()
}
