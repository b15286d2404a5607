import { catalogFolder } from 'virtual:catalogs'
import { i18n } from '@lingui/core'
import { type Language, localeOf } from '#contract/languages.ts'
import type { TextPart } from './text-parts.ts'

const asked = new Set<TextPart>(['base'])
const fetched = new Map<string, Promise<void>>()
let language: Language | undefined
let wanted: Language | undefined

/**
 * Switches to a language after every part of its texts in use has been fetched; of several calls the last one decides. Lingui
 * reports it as `change`.
 * @throws Error when a part cannot be fetched; the language stays as it was
 */
export async function speak(next: Language): Promise<void> {
  wanted = next
  // Includes parts that pages ask for meanwhile.
  for (const part of asked) await fetchPart(next, part)
  if (wanted !== next) return
  language = next
  document.documentElement.lang = next
  i18n.activate(next, localeOf(next))
}

/** Fetches a further part of the texts, once. A part that could not be fetched is asked for again. */
export async function loadTexts(part: TextPart): Promise<void> {
  asked.add(part)
  if (language) await fetchPart(language, part)
}

function fetchPart(language: Language, part: TextPart): Promise<void> {
  const name = `${language}-${part}`
  const known = fetched.get(name)
  if (known) return known
  const loading = load(language, name)
  fetched.set(name, loading)
  loading.catch(() => fetched.delete(name))
  return loading
}

async function load(language: Language, name: string): Promise<void> {
  const answer = await fetch(`${catalogFolder}/${name}.json`, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the texts answer ${answer.status}`)
  i18n.load(language, await answer.json())
}
