import type { ServiceConfig } from '#contract/service.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { ChangeCard } from '../../ui/page/change-card.tsx'
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

/** Change of one section of the built-in terms. */
export function TermChange({ change }: { change: Change }) {
  const values = termValues(useServiceConfig())
  const old = change.type === 'removed' ? change.content : change.oldContent
  return (
    <ChangeCard
      type={change.type}
      title={t(change.title)}
      description={change.description && t(change.description)}
      before={old && <Paragraphs text={t(old, values)} />}
      now={change.type !== 'removed' && <Paragraphs text={t(change.content, values)} />}
    />
  )
}

/** Values of the service's settings for the texts of the terms. */
export function termValues({ limits, supportMail }: ServiceConfig): Record<string, string> {
  return {
    product: productName,
    free: formatSize(limits.fileSize.free),
    pro: formatSize(limits.fileSize.pro),
    contact: supportMail ?? 'none',
  }
}
