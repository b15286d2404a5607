import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const module = 'virtual:catalogs'
const languages = ['en']

/**
 * Turns src/web/i18n/<language>.json into compiled catalogs. A build emits each as a hashed JSON file, so that a
 * language costs no JavaScript; `virtual:catalogs` maps languages to addresses, and the page preloads the first.
 */
export function catalogs(): Plugin {
  const references = new Map<string, string>()
  let building = false
  return {
    name: 'catalogs',
    configResolved(config) {
      building = config.command === 'build'
    },
    buildStart() {
      if (!building) return
      for (const language of languages) {
        const source = compileCatalog(language)
        references.set(language, this.emitFile({ type: 'asset', name: `${language}.json`, source }))
      }
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined
      const entries = languages.map((language) => {
        const address = building
          ? `import.meta.ROLLUP_FILE_URL_${references.get(language)}`
          : JSON.stringify(`/@catalogs/${language}.json`)
        return `${language}: ${address}`
      })
      return `export const catalogAddresses = { ${entries.join(', ')} }`
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, language] = /^\/@catalogs\/(\w+)\.json$/.exec(request.url ?? '') ?? []
        if (!language || !languages.includes(language)) return next()
        response.setHeader('content-type', 'application/json')
        response.end(compileCatalog(language))
      })
    },
    transformIndexHtml(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /\/en-[\w-]+\.json$/.test(name))
      if (!file) return []
      const attrs = {
        rel: 'preload',
        as: 'fetch',
        type: 'application/json',
        crossorigin: true,
        href: `/${file}`,
      }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}

function compileCatalog(language: string): string {
  const text = readFileSync(new URL(`../../src/web/i18n/${language}.json`, import.meta.url), 'utf8')
  const messages: Record<string, string> = JSON.parse(text)
  return JSON.stringify(
    Object.fromEntries(Object.entries(messages).map(([key, icu]) => [key, compileMessageOrThrow(icu)])),
  )
}
