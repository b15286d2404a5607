import { loadTexts } from '../../i18n/load-catalog.ts'
import type { TextPart } from '../../i18n/text-parts.ts'
import { untilSecondTry } from './second-try.ts'

/** Fetches a page together with its part of the texts, with two attempts for those. */
export async function withTexts<Page>(part: TextPart, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([
    page,
    loadTexts(part).catch(() => untilSecondTry().then(() => loadTexts(part))),
  ])
  return loaded
}
