import { catalogAddresses } from 'virtual:catalogs'
import { i18n } from '@lingui/core'

export type Language = keyof typeof catalogAddresses

/** Fetches the texts of a language and speaks it from then on. */
export async function loadCatalog(language: Language): Promise<void> {
  const answer = await fetch(catalogAddresses[language], { credentials: 'same-origin' })
  i18n.load(language, await answer.json())
  i18n.activate(language)
}
