import { type ComponentType, lazy } from 'react'
import type { TextPart } from '../../i18n/text-parts.ts'
import { fetchPart } from './fetch-part.ts'
import { PartNotFetched } from './part-not-fetched.ts'
import { withTexts } from './with-texts.ts'

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
