import './change-card.css'
import type { ReactNode } from 'react'
import { type TextKey, t } from '../../i18n/t.ts'

type ChangeType = 'added' | 'modified' | 'removed'

const badges: Record<ChangeType, { text: TextKey; look: string }> = {
  added: { text: 'terms.added', look: 'badge-ok' },
  modified: { text: 'terms.modified', look: 'badge-warn' },
  removed: { text: 'terms.removed', look: 'badge-bad' },
}

/** Says in a word how a section has changed. */
export function ChangeBadge({ type }: { type: ChangeType }) {
  const { text, look } = badges[type]
  return <span className={`badge ${look}`}>{t(text)}</span>
}

type CardProps = {
  type: ChangeType
  title: string
  description?: string | undefined
  before: ReactNode
  now: ReactNode
}

/** Change of one section. The old text is struck out, with the new one below. */
export function ChangeCard({ type, title, description, before, now }: CardProps) {
  return (
    <article className="term-change stack-s">
      <ChangeBadge type={type} />
      <h3>{title}</h3>
      {description && <p className="small muted">{description}</p>}
      {before && (
        <del className="stack-s small muted">
          <span className="vh">{t('terms.oldText')}</span>
          {before}
        </del>
      )}
      {now && (
        <ins className="stack-s small">
          {before && <span className="vh">{t('terms.newText')}</span>}
          {now}
        </ins>
      )}
    </article>
  )
}
