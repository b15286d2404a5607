import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { type Language, languages } from '../../src/contract/languages.ts'
import { pageLanguage } from '../../src/server/platform/http/pages/page-language.ts'
import { partOf, partOfCode } from '../../src/web/i18n/text-parts.ts'
import { readTexts as readAllTexts, readStates } from '../texts/catalogs.ts'
import { keptTogether } from '../texts/kept-together.ts'
import { pseudoMessage } from '../texts/pseudo.ts'

const module = 'virtual:catalogs'
const partOfGroup = new Map<string, string>(Object.entries({ ...partOf, ...partOfCode }))
const parts = [...new Set(['base', ...partOfGroup.values()])].filter((part) => part !== 'page')
const usual = languages[0]
type Catalog = Readonly<Record<string, string>>

/**
 * Turns src/web/i18n/<language>.json into compiled catalogs, one JSON file for each part of each, so that a language
 * costs no JavaScript and no page loads the texts of all. A build puts them into one folder that is named after their
 * content, which `virtual:catalogs` gives. The page and its manifest are written once for each language, index.de.html
 * beside index.html: each page says which language it is in and preloads what every page speaks. In the mode `pseudo` English
 * is what `npm run texts -- pseudo` makes of it.
 */
export function catalogs(): Plugin {
  let folder = '/@catalogs'
  let asked: Language = usual
  let isPseudo = false
  return {
    name: 'catalogs',
    configResolved({ mode }) {
      isPseudo = mode === 'pseudo'
    },
    buildStart() {
      if (this.environment.mode !== 'build') return
      const files = languages.flatMap((language) =>
        parts.map((part) => ({
          name: `${language}-${part}.json`,
          source: compilePart(readCatalog(language), part),
        })),
      )
      const hash = createHash('sha256')
      for (const { source } of files) hash.update(source)
      folder = `/assets/texts-${hash.digest('base64url').slice(0, 8)}`
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `${folder.slice(1)}/${name}`, source })
      }
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined
      return `export const catalogFolder = ${JSON.stringify(folder)}; export const drafts = ${JSON.stringify(languages.filter(hasDrafts))}`
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.headers.accept?.includes('text/html')) asked = pageLanguage(request.headers)
        const [, tag, part] = /^\/@catalogs\/(\w+)-(\w+)\.json$/.exec(request.url ?? '') ?? []
        const language = languages.find((one) => one === tag)
        if (!language || !part || !parts.includes(part)) return next()
        response.setHeader('content-type', 'application/json')
        response.end(compilePart(readCatalog(language), part))
      })
    },
    transformIndexHtml(html, { server }) {
      if (server) return inLanguage(html, asked, readCatalog(asked))
      const href = `${folder}/${usual}-base.json`
      const attrs = { rel: 'preload', as: 'fetch', type: 'application/json', crossorigin: true, href }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build has no page')
        const template = String(page.source)
        page.source = inLanguage(template, usual, readCatalog(usual))
        for (const language of languages.filter((one) => one !== usual)) {
          const source = inLanguage(template, language, readCatalog(language)).replace(
            '/manifest.webmanifest',
            `/manifest.${language}.webmanifest`,
          )
          this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source })
          const manifest = { fileName: `manifest.${language}.webmanifest`, source: manifestIn(language) }
          this.emitFile({ type: 'asset', ...manifest })
        }
      },
    },
  }

  function readCatalog(language: Language): Catalog {
    const texts = readTexts(language)
    if (!isPseudo || language !== usual) return texts
    return Object.fromEntries(Object.entries(texts).map(([key, icu]) => [key, pseudoMessage(icu)]))
  }
}

/** The page in a language: texts stand in the places that name their keys, {{page.loading}}. */
function inLanguage(template: string, language: Language, texts: Catalog): string {
  const page = template.replace(/\{\{(page\.\w+)\}\}/g, (_, key: string) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`the page asks for ${key}, which ${language}.json lacks`)
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  })
  return page
    .replace(`lang="${usual}"`, `lang="${language}"`)
    .replace(`/${usual}-base.json`, `/${language}-base.json`)
}

/** Manifest of the app for home screens. */
function manifestIn(language: Language): string {
  const texts = readTexts(language)
  const file = new URL('../../src/web/public/manifest.webmanifest', import.meta.url)
  const { shortcuts, ...manifest } = JSON.parse(readFileSync(file, 'utf8'))
  const [portal] = shortcuts
  return JSON.stringify({
    ...manifest,
    description: texts['page.description'],
    lang: language,
    shortcuts: [{ ...portal, name: texts['nav.myFiles'] }],
  })
}

/** A compiled part of the texts of a language, as JSON. */
function compilePart(texts: Catalog, part: string): string {
  const own = Object.entries(texts).filter(([key]) => partOfKey(key) === part)
  const compiled = own.map(([key, icu]) => [key, compileMessageOrThrow(keptTogether(icu))])
  return JSON.stringify(Object.fromEntries(compiled))
}

function readTexts(language: Language): Catalog {
  return JSON.parse(readFileSync(new URL(`../../src/web/i18n/${language}.json`, import.meta.url), 'utf8'))
}

function partOfKey(key: string): string {
  return partOfGroup.get(key) ?? partOfGroup.get(key.slice(0, key.indexOf('.'))) ?? 'base'
}

/** Whether some texts of a language were read by no native speaker yet. */
function hasDrafts(language: Language): boolean {
  return [...readStates(language, readAllTexts(language)).values()].includes('draft')
}
