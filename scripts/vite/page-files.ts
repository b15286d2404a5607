import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { type Language, languages } from '../../src/contract/languages.ts'
import { type LazyModule, readRoutes } from './read-routes.ts'

/** Modules that ask for the acceptance of the terms. */
const terms = ['terms-acceptance', 'terms-dialog'].map((name) => ({
  file: fileURLToPath(new URL(`../../src/web/features/terms/${name}.tsx`, import.meta.url)),
  texts: 'legal',
}))

/**
 * Writes .vite/pages.json: for each address of the app, as the table of the routes has it, the scripts, styles and texts
 * that its page is made of besides those that every page names, and the same for the dialog of the terms. The server names
 * them in the page itself, see src/server/platform/http/pages/page-preloads.ts.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const html = bundle['index.html']
        if (html?.type !== 'asset') throw new Error('the build has no page')
        const isNamed = (file: string) => String(html.source).includes(file)
        const files = Object.keys(bundle)
        function partsOf(modules: readonly LazyModule[]) {
          const own = modules.map(({ file }) => chunkOf(chunks, file))
          const needed = [...new Set(own.flatMap((chunk) => [...withImports(chunk, bundle)]))]
          const scripts = needed.map(({ fileName }) => fileName)
          const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          const besides = (files: readonly string[]) => files.filter((file) => !isNamed(file))
          const texts = mapLanguages((language) => textsOf(modules, language, files))
          return { scripts: besides(scripts), styles: besides([...styles]), texts }
        }
        const pages = readRoutes().map(({ path, modules }) => ({ path, ...partsOf(modules) }))
        const source = JSON.stringify({ terms: partsOf(terms), pages })
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
      },
    },
  }
}

function mapLanguages(map: (language: Language) => string[]): Record<string, string[]> {
  return Object.fromEntries(languages.map((language) => [language, map(language)]))
}

/** The files of the texts that modules speak, in a language; every page names those of `base`. */
function textsOf(modules: readonly LazyModule[], language: Language, files: readonly string[]): string[] {
  const parts = new Set(modules.map(({ texts }) => texts).filter((part) => part !== 'base'))
  return [...parts].map((part) => {
    const file = files.find((name) => name.endsWith(`/${language}-${part}.json`))
    if (file === undefined) throw new Error(`the texts ${part} are in no file of the build`)
    return file
  })
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module} is in no file of the build`)
  return chunk
}

/** A chunk, and those that a browser fetches before it runs. */
function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, found)
  }
  return found
}
