import { useLayoutEffect, useState } from 'react'
import { LanguageChoice } from '../../accounts/language-choice.tsx'
import { type TextKey, t } from '../../i18n/t.ts'
import { Select } from '../../ui/controls/select.tsx'
import { useLanguageOfAccount } from '../admission/use-language-of-account.ts'
import { applyTheme, chosenTheme, keepTheme, type Theme, themes } from './theme.ts'

const names: Record<Theme, TextKey> = {
  system: 'theme.system',
  light: 'theme.light',
  dark: 'theme.dark',
}

/** Choices in the footer: the language and the theme. */
export default function Choices() {
  const [theme, setTheme] = useState(chosenTheme)
  useLanguageOfAccount()
  useLayoutEffect(() => applyTheme(theme), [theme])
  return (
    <>
      <LanguageChoice className="foot-choice" />
      <Select
        className="foot-choice"
        aria-label={t('theme.label')}
        options={themes.map((value) => ({ value, text: t(names[value]) }))}
        value={theme}
        onChoose={(chosen) => {
          keepTheme(chosen)
          setTheme(chosen)
        }}
      />
    </>
  )
}
