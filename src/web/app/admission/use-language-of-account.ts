import { useEffect } from 'react'
import { keepWithAccount, speakFromNowOn } from '../../accounts/choose-language.ts'
import { useSession } from '../../accounts/session.ts'
import { spokenLanguage } from '../../i18n/language.ts'

/** Switches to the language of the account. An account without one gets that of the page. */
export function useLanguageOfAccount(): void {
  const session = useSession()
  const user = session.status === 'user' ? session.user : undefined
  const id = user?.id
  const language = user?.language
  useEffect(() => {
    if (id === undefined || language === undefined || language === spokenLanguage()) return
    // Failures are ignored: the next start tries again, and the page keeps its language until then.
    if (language === null) keepWithAccount(spokenLanguage()).catch(() => {})
    else speakFromNowOn(language).catch(() => {})
  }, [id, language])
}
