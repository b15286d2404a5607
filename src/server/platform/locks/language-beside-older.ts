import type { Language } from '#contract/languages.ts'
import type { Services } from '../services.ts'
import { worksBesideOlder } from './instance-rows.ts'

/** Languages of 1.0.0. It fails for a person, link or report whose row names another. */
const firstLanguages: readonly Language[] = ['en', 'de', 'fr']

/** The first migration that 1.0.0 lacks. */
const stepAfterFirst = '0013-file-times'

/** The language to store: undefined while an instance of 1.0.0, which doesn't know it, works on the database. */
export async function languageBesideOlder(
  services: Pick<Services, 'database' | 'engine' | 'clock'>,
  language: Language | undefined,
): Promise<Language | undefined> {
  if (language === undefined || firstLanguages.includes(language)) return language
  return (await worksBesideOlder(services, stepAfterFirst)) ? undefined : language
}
