import { useLayoutEffect, useState } from 'react'
import { LanguageChoice } from '../../accounts/language-choice.tsx'
import { type TextKey, t } from '../../i18n/t.ts'
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
      <select
        className="foot-choice"
        aria-label={t('theme.label')}
        value={theme}
        onChange={({ target }) => {
          const chosen = themes.find((one) => one === target.value) ?? 'system'
          keepTheme(chosen)
          setTheme(chosen)
        }}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(names[one])}
          </option>
        ))}
      </select>
    </>
  )
}
