import { type Language, languageNames, languages } from '#contract/languages.ts'
import { spokenLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { Select } from '../ui/controls/select.tsx'
import { failureText } from '../ui/messages/failure-text.ts'
import { showToast } from '../ui/messages/toast.ts'
import { keepWithAccount, speakFromNowOn } from './choose-language.ts'

async function choose(language: Language): Promise<void> {
  try {
    await speakFromNowOn(language)
    // Another one may have been chosen meanwhile.
    if (spokenLanguage() === language) await keepWithAccount(language)
  } catch (error) {
    showToast('error', failureText(error, 'language.failed'))
  }
}

/** Chooses what this page, those that come, and mails to the account speak. */
export function LanguageChoice({ className }: { className: string }) {
  const spoken = useLanguage()
  return (
    <Select
      className={className}
      aria-label={t('language.label')}
      options={languages.map((value) => ({ value, lang: value, text: languageNames[value] }))}
      value={spoken}
      onChoose={(chosen) => void choose(chosen)}
    />
  )
}
