import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const importer = fileURLToPath(new URL('../../src/web/ui/lazy/import-part.ts', import.meta.url))

/** Has the built app import its parts by src/web/ui/lazy/import-part.ts, where Vite's own preloading would stand. */
export function fetchedFirst(): Plugin {
  return {
    name: 'fetched-first',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { importPart as __vitePreload } from ${JSON.stringify(importer)}`
        : undefined,
  }
}
