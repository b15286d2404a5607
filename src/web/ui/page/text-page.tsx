import './text-page.css'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { BackLink } from './back-link.tsx'
import { useDocumentTitle } from './title.tsx'

/** A page that is read: a way back, a title, and text in a narrow column. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="stack prose">
      <BackLink to={paths.home}>{t('nav.backToHome')}</BackLink>
      <h1 className="title-xl">{title}</h1>
      {children}
    </div>
  )
}

/** A text whose paragraphs are parted by empty lines. */
export function Paragraphs({ text, className = '' }: { text: string; className?: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph}
    </p>
  ))
}
