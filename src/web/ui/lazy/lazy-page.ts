import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../i18n/load-catalog.ts'
import type { TextPart } from '../../i18n/text-parts.ts'
import { fetchPart, PartNotFetched, untilSecondTry } from './fetch-part.ts'

/**
 * A page that is fetched when it is first shown, with its part of the texts. Rendering it throws PartNotFetched if the fetch
 * failed.
 */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: TextPart = 'base',
) {
  return lazy(async () => {
    try {
      return await withTexts(texts, fetchPart(load))
    } catch (cause) {
      throw cause instanceof PartNotFetched ? cause : new PartNotFetched(cause)
    }
  })
}

/** Fetches a page together with its part of the texts, with two attempts for those. */
export async function withTexts<Page>(part: TextPart, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([
    page,
    loadTexts(part).catch(() => untilSecondTry().then(() => loadTexts(part))),
  ])
  return loaded
}
