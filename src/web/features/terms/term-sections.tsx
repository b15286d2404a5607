import { t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { Paragraphs } from '../../ui/page/text-page.tsx'
import { termValues } from './term-values.ts'
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
