import './text-page.css'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { Icon } from '../icons/icon.tsx'
import { Link } from './link.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** A page that is read: a way back, a title, and text in a narrow column. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="stack prose">
      <Link className="btn btn-quiet back" to={paths.home}>
        <Icon name="back" />
        {t('nav.backToHome')}
      </Link>
      <h1 className="title-xl">{title}</h1>
      {children}
    </div>
  )
}
