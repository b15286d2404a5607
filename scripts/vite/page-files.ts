import type { Plugin, Rolldown } from 'vite'
import { readRoutes } from './read-routes.ts'

/**
 * Writes .vite/pages.json: for each address of the app, as the table of the routes has it, the scripts and styles that its
 * page is made of besides those that every page names; of those for administrators none. The server asks for them with the page itself, see
 * src/server/platform/http/pages/page-preloads.ts.
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
        const named = readRoutes().filter(({ isForAdmins }) => !isForAdmins)
        const pages = named.map(({ path, modules }) => {
          const own = modules.map(({ file }) => chunkOf(chunks, file))
          const needed = [...new Set(own.flatMap((chunk) => [...withImports(chunk, bundle)]))]
          const scripts = needed.map(({ fileName }) => fileName)
          const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          const besides = (files: readonly string[]) => files.filter((file) => !isNamed(file))
          return { path, scripts: besides(scripts), styles: besides([...styles]) }
        })
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) })
      },
    },
  }
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
