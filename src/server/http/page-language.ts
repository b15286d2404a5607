import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languageIn, languageOf, languages } from '#contract/languages.ts'

/**
 * The language of a page: the one that was chosen in the browser, or else the first of those that the browser prefers
 * (`Accept-Language`, RFC 9110, section 12.5.4) that is one of ours.
 */
export function pageLanguage(headers: IncomingHttpHeaders): Language {
  const chosen = languageIn(headers.cookie ?? '')
  if (chosen) return chosen
  const ranges = (headers['accept-language'] ?? '').split(',').map((range) => {
    const [tag = '', quality = ''] = range.split(/;\s*q=/)
    return { tag, weight: quality === '' ? 1 : Number(quality) }
  })
  const preferred = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return (
    preferred.map(({ tag }) => languageOf(tag)).find((language) => language !== undefined) ?? languages[0]
  )
}
