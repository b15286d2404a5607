import { drafts } from 'virtual:catalogs'
import { useEffect } from 'react'
import { type Language, languageCookie, languageNames, languages } from '#contract/languages.ts'
import { spokenLanguage, useLanguage } from '../i18n/language.ts'
import { speak } from '../i18n/load-catalog.ts'
import { t } from '../i18n/t.ts'
import { keepCookie } from '../ui/browser/browser-store.ts'
import { Select } from '../ui/controls/select.tsx'
import { failureText } from '../ui/messages/failure-text.ts'
import { showToast } from '../ui/messages/toast.ts'
import { client } from './client.ts'
import { currentSession, updateUser, useSession } from './session.ts'

async function choose(language: Language): Promise<void> {
  try {
    await switchLanguage(language)
    // Another one may have been chosen meanwhile.
    if (spokenLanguage() === language) await saveWithAccount(language)
  } catch (error) {
    showToast('error', failureText(error, 'language.failed'))
  }
}

const byName = languages.toSorted((a, b) => languageNames[a].localeCompare(languageNames[b]))

function nameOf(language: Language): string {
  const name = languageNames[language]
  return drafts.includes(language) ? t('language.draft', { name }) : name
}

/** Chooses what this page, those that come, and mails to the account speak. */
export function LanguageChoice({ className }: { className: string }) {
  const spoken = useLanguage()
  return (
    <Select
      className={className}
      aria-label={t('language.label')}
      options={byName.map((value) => ({ value, lang: value, text: nameOf(value) }))}
      value={spoken}
      onChoose={(chosen) => void choose(chosen)}
    />
  )
}

/**
 * Switches the language of this page and later ones.
 * @throws Error when its texts cannot be fetched; later pages try again
 */
async function switchLanguage(language: Language): Promise<void> {
  keepCookie(languageCookie, language)
  await speak(language)
}

/**
 * Keeps a language with the account: their mails speak it, and so do the pages of other browsers.
 * @throws ApiError
 */
async function saveWithAccount(language: Language): Promise<void> {
  const session = currentSession()
  if (session.status !== 'user') return
  // Before the answer: the page follows the language of the account, and would go back to an earlier choice.
  updateUser({ id: session.user.id, language })
  await client.call('chooseLanguage', { body: { language } })
}

/** Switches to the language of the account. An account without one gets that of the page. */
export function useLanguageOfAccount(): void {
  const session = useSession()
  const user = session.status === 'user' ? session.user : undefined
  const id = user?.id
  const language = user?.language
  useEffect(() => {
    if (id === undefined || language === undefined || language === spokenLanguage()) return
    // Failures are ignored: the next start tries again, and the page keeps its language until then.
    if (language === null) saveWithAccount(spokenLanguage()).catch(() => {})
    else switchLanguage(language).catch(() => {})
  }, [id, language])
}
