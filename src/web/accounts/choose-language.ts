import type { Language } from '#contract/languages.ts'
import { languageCookie } from '#contract/languages.ts'
import { speak } from '../i18n/load-catalog.ts'
import { keepCookie } from '../ui/browser/keep-cookie.ts'
import { client } from './client.ts'
import { currentSession, updateUser } from './session.ts'

/**
 * Switches the language of this page and later ones.
 * @throws Error when its texts cannot be fetched; later pages try again
 */
export async function speakFromNowOn(language: Language): Promise<void> {
  keepCookie(languageCookie, language)
  await speak(language)
}

/**
 * Keeps a language with the account: their mails speak it, and so do the pages of other browsers.
 * @throws ApiError
 */
export async function keepWithAccount(language: Language): Promise<void> {
  const session = currentSession()
  if (session.status !== 'user') return
  // Before the answer: the page follows the language of the account, and would go back to an earlier choice.
  updateUser({ id: session.user.id, language })
  await client.call('chooseLanguage', { body: { language } })
}
