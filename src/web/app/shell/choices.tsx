import { useLayoutEffect, useState } from 'react'
import { LanguageChoice, useLanguageOfAccount } from '../../accounts/language-choice.tsx'
import { type TextKey, t } from '../../i18n/t.ts'
import { keepCookie } from '../../ui/browser/browser-store.ts'
import { Select } from '../../ui/controls/select.tsx'

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

/** Light, dark, or whatever the system has. */
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The cookie that the choice is kept in, for which the server marks the page before it is drawn. */
const cookie = 'theme'

/** Colours of the browser's own interface around the page; the same as in index.html. */
const barColors = { light: '#F1F4F3', dark: '#0E1110' } as const

function chosenTheme(): Theme {
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Remembers the choice in this browser. */
function keepTheme(theme: Theme): void {
  keepCookie(cookie, theme === 'system' ? '' : theme)
}

/** Sets the theme of the page, and of the browser's interface around it. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = barColors[theme === 'system' ? own : theme]
  }
}
