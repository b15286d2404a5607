import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { TermsPrompt } from '#contract/accounts/terms.ts'
import { asksAtStart, termsStatus } from '#contract/accounts/terms-status.ts'
import { type Language, languages } from '#contract/languages.ts'

const names = z.array(z.string())
const parts = z.object({ scripts: names, styles: names, texts: z.record(z.enum(languages), names) })
type Parts = z.infer<typeof parts>
/** How the terms are asked for, and the version that holds. */
type Terms = { readonly prompt: TermsPrompt; readonly version: string }
const built = z.object({ terms: parts, pages: z.array(parts.extend({ path: z.string() })) })

/**
 * Gives the links by which a page asks for its parts at once, instead of when the app has found out that it needs them: for
 * an address that the app knows, and for the terms where they are asked for at the start.
 * @param file what the build says of the pages, see scripts/vite/page-files.ts
 */
export function readPreloads(
  file: string,
): (url: string, language: Language, terms: Terms, cookies: string | undefined) => string {
  const { terms, pages } = built.parse(JSON.parse(readFileSync(file, 'utf8')))
  const known = pages.map(({ path, ...page }) => ({ address: addressOf(path), page }))
  return (url, language, { prompt, version }, cookies = '') => {
    const [path = ''] = url.split('?')
    const found = known.find(({ address }) => address.test(path))
    const asks = asksAtStart(termsStatus(cookies, version), prompt)
    const needed = [...(found ? [found.page] : []), ...(asks ? [terms] : [])]
    return linksTo(needed, language)
  }
}

/**
 * A browser tolerates scripts that turn out not to be needed, such as when a guest is sent to the login page, but not styles
 * and texts, so the app fetches those; see web/app/early-parts.ts. The needs of every page come first.
 */
function linksTo(needed: readonly Parts[], language: Language): string {
  const once = (filesOf: (parts: Parts) => readonly string[]) => [...new Set(needed.flatMap(filesOf))]
  const others = once(({ styles, texts }) => [...styles, ...texts[language]])
  return [
    ...once(({ scripts }) => scripts).map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
    ...(others.length > 0
      ? [`<meta name="parts" content="${others.map((file) => `/${file}`).join(' ')}">`]
      : []),
  ].join('')
}

/** The addresses that fit a path of the app, such as /download/:fileId, as the app itself reads them. */
function addressOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/+$/, '').replace(/:\w+/g, '[^/]+')}/*$`, 'i')
}
