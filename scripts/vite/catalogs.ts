import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const module = 'virtual:catalogs'
const languages = ['en']

/** Texts that few pages speak, by the first word of their keys, and the part they travel in; all others are `base`. */
const partOf: Readonly<Record<string, string>> = {
  admin: 'admin',
  contacts: 'portal',
  dashboard: 'portal',
  files: 'portal',
  imprint: 'legal',
  keys: 'keys',
  notifications: 'portal',
  portal: 'portal',
  pricing: 'legal',
  privacy: 'legal',
  profile: 'portal',
  terms: 'legal',
}
const parts = ['base', ...new Set(Object.values(partOf))]

/**
 * Turns src/web/i18n/<language>.json into compiled catalogs. A build emits each part of each as a hashed JSON file, so
 * that a language costs no JavaScript and no page loads the texts of all; `virtual:catalogs` maps languages and parts to
 * addresses, and the page preloads the first.
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
        for (const [part, source] of Object.entries(compileCatalog(language))) {
          const name = `${language}-${part}`
          references.set(name, this.emitFile({ type: 'asset', name: `${name}.json`, source }))
        }
      }
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined
      function addressOf(name: string): string {
        return building
          ? `import.meta.ROLLUP_FILE_URL_${references.get(name)}`
          : JSON.stringify(`/@catalogs/${name}.json`)
      }
      const entries = languages.map((language) => {
        const addresses = parts.map((part) => `${part}: ${addressOf(`${language}-${part}`)}`)
        return `${language}: { ${addresses.join(', ')} }`
      })
      return `export const catalogAddresses = { ${entries.join(', ')} }`
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, language, part] = /^\/@catalogs\/(\w+)-(\w+)\.json$/.exec(request.url ?? '') ?? []
        if (!language || !part || !languages.includes(language)) return next()
        response.setHeader('content-type', 'application/json')
        response.end(compileCatalog(language)[part])
      })
    },
    transformIndexHtml(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /\/en-base-[\w-]+\.json$/.test(name))
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

/** The compiled texts of a language as JSON, part by part. */
function compileCatalog(language: string): Record<string, string> {
  const text = readFileSync(new URL(`../../src/web/i18n/${language}.json`, import.meta.url), 'utf8')
  const messages: Record<string, string> = JSON.parse(text)
  const compiled = Object.entries(messages).map(([key, icu]) => ({
    key,
    part: partOf[key.slice(0, key.indexOf('.'))] ?? 'base',
    message: compileMessageOrThrow(icu),
  }))
  return Object.fromEntries(
    parts.map((part) => {
      const own = compiled.filter((entry) => entry.part === part).map(({ key, message }) => [key, message])
      return [part, JSON.stringify(Object.fromEntries(own))]
    }),
  )
}
