import { loadTexts } from '../../i18n/load-catalog.ts'
import type { TextPart } from '../../i18n/text-parts.ts'
import { untilSecondTry } from './second-try.ts'

/** A page that is fetched together with the part of the texts it speaks, for which there are two tries. */
export async function withTexts<Page>(part: TextPart, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([
    page,
    loadTexts(part).catch(() => untilSecondTry().then(() => loadTexts(part))),
  ])
  return loaded
}
