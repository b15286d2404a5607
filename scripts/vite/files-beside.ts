import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Address of a file that a module of the server reads or starts from its own folder. */
const address = /new URL\('([^']+)', import\.meta\.url\)/g
const ownSources = resolve('src')

/**
 * Bundles what `new URL('…', import.meta.url)` names in the sources: programs of threads and processes become entries of the
 * bundle, files lie beside it under their names, the JSON of
 * a folder in a folder of that name, and the web app is where the build puts it. All of the bundle lies in one folder.
 * @throws for a name that two different files would have, for one that is nothing of these, and for `import.meta` in another form,
 *   which would look in another place than in the sources
 */
export function filesBeside(webApp: string): Plugin {
  let programs: Record<string, string> = {}
  const files = new Map<string, string>()
  return {
    name: 'files-beside',
    enforce: 'pre',
    buildStart({ input }) {
      programs = typeof input === 'object' && !Array.isArray(input) ? input : {}
      files.clear()
    },
    transform(code, id) {
      if (!id.startsWith(ownSources) || !code.includes('import.meta')) return null
      if (code.replaceAll(address, '').includes('import.meta'))
        throw new Error(`${id} uses import.meta in another way than new URL('…', import.meta.url)`)
      return code.replaceAll(address, (_whole, name: string) => {
        const path = resolve(dirname(id), name)
        if (path === resolve(webApp)) return "new URL('../web', import.meta.url)"
        if (name.endsWith('/')) return `new URL('./${folder(path)}/', import.meta.url)`
        return `new URL('./${path.endsWith('.ts') ? program(path) : file(path)}', import.meta.url)`
      })
    },
    generateBundle() {
      for (const [fileName, path] of files)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
  }

  function program(path: string): string {
    const [name] = Object.entries(programs).find(([, entry]) => resolve(entry) === path) ?? []
    if (name === undefined) throw new Error(`${path} is no entry of the build`)
    return `${name}.js`
  }

  function file(path: string): string {
    if (!existsSync(path) || !statSync(path).isFile()) throw new Error(`${path} is no file`)
    return add(basename(path), path)
  }

  function folder(path: string): string {
    const found = readdirSync(path).filter((name) => name.endsWith('.json'))
    if (found.length === 0) throw new Error(`${path} has no JSON`)
    for (const name of found) add(`${basename(path)}/${name}`, resolve(path, name))
    return basename(path)
  }

  function add(name: string, path: string): string {
    if ((files.get(name) ?? path) !== path) throw new Error(`two files are called ${name}`)
    files.set(name, path)
    return name
  }
}
