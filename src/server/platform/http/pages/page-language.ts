import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languageCookie, languages } from '#contract/languages.ts'

const choice = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`)

/**
 * The language of a page: the one that was chosen in the browser, or else the first of those that the browser prefers
 * (`Accept-Language`, RFC 9110, section 12.5.4) that is one of ours.
 */
export function pageLanguage(headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Language {
  const [, chosen = ''] = choice.exec(headers.cookie ?? '') ?? []
  const tags = [chosen, ...preferredTags(headers['accept-language'])]
  return tags.map(languageOf).find((language) => language !== undefined) ?? languages[0]
}

/** Most characters and ranges of the header. */
const maxHeader = { length: 1000, ranges: 32 }

/** The tags of an `Accept-Language` header, best first. */
function preferredTags(header = ''): string[] {
  const ranges = header
    .slice(0, maxHeader.length)
    // guard: ranges of a language -> src/server/platform/http/pages/page-language.test.ts
    //   drops , maxHeader.ranges
    .split(',', maxHeader.ranges)
    .map((range) => {
      const [tag = '', parameter = ''] = range.split(';', 2)
      const [name = '', weight = ''] = parameter.split('=', 2)
      return { tag, weight: name.trim() === 'q' ? Number(weight) : 1 }
    })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language of ours that a tag such as de-AT asks for. */
function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.trim().toLowerCase().split('-')
  return languages.find((language) => language === primary)
}
