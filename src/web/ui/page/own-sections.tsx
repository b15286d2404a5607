import type { Language } from '#contract/languages.ts'
import { textIn } from '#contract/operations/branding/names.ts'
import type { OwnChange, PlainSection } from '#contract/operations/branding/own-changes.ts'
import { languageIn } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import { ChangeCard } from './change-card.tsx'
import { RichText } from './rich-text.tsx'

type Props = { sections: readonly PlainSection[]; heading: 'h2' | 'h3' | 'h4'; lang: string | undefined }

/** All sections of a version, numbered. */
export function OwnSections({ sections, heading: Heading, lang }: Props) {
  return (
    <div lang={lang}>
      {sections.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same title while they are written
        <section key={index}>
          <Heading>
            <span className="term-number">{index + 1}.</span>
            {title}
          </Heading>
          <RichText text={text} />
        </section>
      ))}
    </div>
  )
}

type ChangesProps = { note: string; changes: readonly OwnChange[]; lang: string | undefined }

/** The changes since a version, below the operator's sentence on them. */
export function OwnChanges({ note, changes, lang }: ChangesProps) {
  return (
    <div className="stack-s" lang={lang}>
      {note && <p>{note}</p>}
      {changes.map(({ type, title, number, text, oldText }) => (
        <ChangeCard
          key={`${type} ${number} ${title}`}
          type={type}
          title={number === undefined ? title : `${number}. ${title}`}
          before={type === 'removed' ? <RichText text={text} /> : oldText && <RichText text={oldText} />}
          now={type !== 'removed' && <RichText text={text} />}
        />
      ))}
    </div>
  )
}

/** The sections of a text in the language of the reader, or else in the first one that it has. */
export function sectionsFor({ sections, note }: Pick<OwnText, 'sections' | 'note'>, language: Language) {
  const lang = languageIn(sections, language) ?? language
  return { lang, sections: sections[lang] ?? [], note: textIn(note, lang) }
}
