import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../i18n/load-catalog.ts'
import type { TextPart } from '../../i18n/text-parts.ts'
import { fetchPart } from './fetch-part.ts'

/**
 * A page that is fetched when it is first shown, with its part of the texts. Rendering it throws PartNotFetched if the fetch
 * failed.
 */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: TextPart = 'base',
) {
  return lazy(() => withTexts(texts, load))
}

/** Fetches a part of the app together with its part of the texts. @throws PartNotFetched */
export async function withTexts<Part>(texts: TextPart, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([fetchPart(load), fetchPart(() => loadTexts(texts))])
  return part
}
