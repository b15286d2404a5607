import { type TextKey, t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { Paragraphs } from '../../ui/page/text-page.tsx'
import type { Change } from './changes-since.ts'
import { termValues } from './term-values.ts'

const badges: Record<Change['type'], { text: TextKey; look: string }> = {
  added: { text: 'terms.added', look: 'badge-ok' },
  modified: { text: 'terms.modified', look: 'badge-warn' },
  removed: { text: 'terms.removed', look: 'badge-bad' },
}

/** Change of one section. The old text is struck out, with the new one below. */
export function TermChange({ change }: { change: Change }) {
  const values = termValues(useServiceConfig())
  const { text, look } = badges[change.type]
  const old = change.type === 'removed' ? change.content : change.oldContent
  return (
    <article className="term-change stack-s">
      <span className={`badge ${look}`}>{t(text)}</span>
      <h3>{t(change.title)}</h3>
      {change.description && <p className="small muted">{t(change.description)}</p>}
      {old && (
        <del className="stack-s small muted">
          <span className="vh">{t('terms.oldText')}</span>
          <Paragraphs text={t(old, values)} />
        </del>
      )}
      {change.type !== 'removed' && (
        <ins className="stack-s small">
          {old && <span className="vh">{t('terms.newText')}</span>}
          <Paragraphs text={t(change.content, values)} />
        </ins>
      )}
    </article>
  )
}
