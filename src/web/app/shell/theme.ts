import { keepCookie } from '../../ui/browser/keep-cookie.ts'

/** Light, dark, or whatever the system has. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The cookie that the choice is kept in, for which the server marks the page before it is drawn. */
const cookie = 'theme'

/** Colours of the browser's own interface around the page; the same as in index.html. */
const barColors = { light: '#F1F4F3', dark: '#0E1110' } as const

export function chosenTheme(): Theme {
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Remembers the choice in this browser. */
export function keepTheme(theme: Theme): void {
  keepCookie(cookie, theme === 'system' ? '' : theme)
}

/** Sets the theme of the page, and of the browser's interface around it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = barColors[theme === 'system' ? own : theme]
  }
}
