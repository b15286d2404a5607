import type { ServiceConfig } from '#contract/service.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { Paragraphs } from '../../ui/page/text-page.tsx'
import type { Change } from './changes-since.ts'
import type { Version } from './versions.ts'

type Props = { version: Version; heading: 'h2' | 'h3' }

/** All sections of a version, numbered. `heading`: the level of their titles. */
export function TermSections({ version: { sections }, heading: Heading }: Props) {
  const values = termValues(useServiceConfig())
  return (
    <div>
      {sections.map(({ id, title, content }, index) => (
        <section key={id}>
          <Heading>
            <span className="term-number">{index + 1}.</span>
            {t(title)}
          </Heading>
          <Paragraphs text={t(content, values)} />
        </section>
      ))}
    </div>
  )
}

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

/** Values of the service's settings for the texts of the terms. */
function termValues({ limits, supportMail }: ServiceConfig): Record<string, string> {
  return {
    product: productName,
    free: formatSize(limits.fileSize.free),
    pro: formatSize(limits.fileSize.pro),
    contact: supportMail ?? 'none',
  }
}
