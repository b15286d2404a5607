import { type ComponentType, lazy } from 'react'
import type { TextPart } from '../../i18n/text-parts.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { PageNotFetched } from './page-not-fetched.ts'

/**
 * A page that is fetched when somebody goes to it, with the part of the texts it speaks. Where it is drawn it throws
 * PageNotFetched when it cannot be had.
 */
export function lazyPage<Props>(
  fetchPage: () => Promise<{ default: ComponentType<Props> }>,
  texts: TextPart = 'base',
) {
  return lazy(async () => {
    try {
      return await withTexts(texts, fetchPage())
    } catch (cause) {
      throw new PageNotFetched(cause)
    }
  })
}
