import { languageIn } from '#contract/operations/branding/own-text-limits.ts'
import { ownTextFile } from '#contract/operations/branding/own-texts.ts'
import { spokenLanguage } from '../../i18n/language.ts'
import { brand } from '../../ui/browser/brand.ts'
import { RichText } from '../../ui/page/rich-text.tsx'

/** The part of the privacy page that the operator has written. @throws Error when it cannot be fetched */
export async function loadOwnPrivacy() {
  const answer = await fetch(brand?.privacy ?? '')
  if (!answer.ok) throw new Error(`the text answered ${answer.status}`)
  const [text] = ownTextFile.parse(await answer.json()).versions
  const lang = languageIn(text?.sections ?? {}, spokenLanguage()) ?? spokenLanguage()
  const sections = text?.sections[lang] ?? []
  return {
    default: () =>
      sections.map(({ title, text: content }) => (
        <section key={title} lang={lang}>
          <h2>{title}</h2>
          <RichText text={content} />
        </section>
      )),
  }
}
