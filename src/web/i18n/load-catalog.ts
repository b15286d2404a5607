import { catalogAddresses } from 'virtual:catalogs'
import { i18n } from '@lingui/core'

export type Language = keyof typeof catalogAddresses

/** A part of the texts that is fetched by itself: `base` is what every page speaks. */
export type TextPart = keyof (typeof catalogAddresses)[Language]

const parts = new Map<TextPart, Promise<void>>()
let language: Language = 'en'

/** Fetches the texts of a language that every page needs, and speaks it from then on. */
export async function loadCatalog(wanted: Language): Promise<void> {
  language = wanted
  await loadTexts('base')
  i18n.activate(wanted)
}

/** Fetches a further part of the texts, once. A part that could not be fetched is asked for again. */
export function loadTexts(part: TextPart): Promise<void> {
  const known = parts.get(part)
  if (known) return known
  const loading = fetchPart(part)
  parts.set(part, loading)
  loading.catch(() => parts.delete(part))
  return loading
}

async function fetchPart(part: TextPart): Promise<void> {
  const answer = await fetch(catalogAddresses[language][part], { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the texts answer ${answer.status}`)
  i18n.load(language, await answer.json())
}
