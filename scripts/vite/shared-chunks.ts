import { basename } from 'node:path'
import type { Rolldown } from 'vite'
import { paths } from '../../src/web/app/router/paths.ts'
import { readRoutes } from './read-routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** So many pages, the first one among them, make a module one that every page may bring. */
const several = 3
/** So many make a module of ours one that pages usually need. */
const many = 6

/**
 * Names the file of the build that a module goes into, by which pages need it; null leaves that to the bundler. Every file
 * that is fetched by name costs each page the name, and a few large ones compress better than many small ones, but no page
 * that is weighed may carry what only others need:
 * - what every page needs, or the one that sends files with several others, or together with the one that receives them, then
 *   also for a part that is fetched later, is `base`;
 * - what else the page that sends files needs, and others do, too, is `sending`;
 * - what only pages need that speak the same part of the texts, and parts of them, is named like that part;
 * - what one page needs, and else only parts that are fetched while it is used, is named like that page;
 * - what many others need, the one to sign in among them, libraries and what parts on every page need
 *   aside, is `common`.
 */
export function sharedChunks(): (module: string, graph: Graph) => string | null {
  const routes = readRoutes()
  const textsOf = new Map(routes.flatMap(({ modules }) => modules.map(({ file, texts }) => [file, texts])))
  const pageAt = (path: string) => routes.find((route) => route.path === path)?.modules.at(-1)?.file ?? ''
  const first = pageAt(paths.home)
  const received = pageAt(paths.download)
  const signIn = pageAt(paths.login)
  return (module, graph) => {
    const isEntry = (root: string) => graph.getModuleInfo(root)?.isEntry === true
    if (isEntry(module)) return null
    const roots = rootsOf(module, graph)
    const pages = new Set([...roots].filter((root) => textsOf.has(root)))
    const owners = ownersOf(roots, graph, textsOf)
    const shared = (owners.has(first) && pages.has(received)) || (pages.has(first) && pages.size >= several)
    if (shared || [...roots].some(isEntry)) return 'base'
    if (pages.has(first) && owners.size > 1) return 'sending'
    const texts = new Set([...pages].map((page) => textsOf.get(page)))
    const [part = 'base'] = texts
    const theirs = [...owners].every((owner) => textsOf.get(owner) === part)
    if (texts.size === 1 && part !== 'base' && theirs) return part
    const [owner = ''] = owners
    if (owners.size === 1 && pages.has(owner)) return basename(owner).replace(/\.\w+$/, '')
    const usual = pages.size >= many && pages.has(signIn) && !pages.has(first) && !pages.has(received)
    const everywhere = [...owners].some(isEntry)
    return usual && !everywhere && !module.includes('/node_modules/') ? 'common' : null
  }
}

/** The modules that are fetched by themselves and need a module: the entry of the app, and what is imported when used. */
function rootsOf(module: string, graph: Graph): Set<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  function climb(id: string): void {
    if (seen.has(id)) return
    seen.add(id)
    const info = graph.getModuleInfo(id)
    if (info?.isEntry || info?.dynamicImporters.length) roots.add(id)
    for (const importer of info?.importers ?? []) climb(importer)
  }
  climb(module)
  return roots
}

/** The pages on which something is fetched by itself, and the entry of the app where that is any page. */
function ownersOf(
  roots: ReadonlySet<string>,
  graph: Graph,
  pages: ReadonlyMap<string, unknown>,
  seen = new Set<string>(),
): Set<string> {
  const owners = new Set<string>()
  for (const root of roots) {
    const info = graph.getModuleInfo(root)
    if (info?.isEntry || pages.has(root)) owners.add(root)
    else if (!seen.has(root)) {
      seen.add(root)
      for (const importer of info?.dynamicImporters ?? [])
        for (const owner of ownersOf(rootsOf(importer, graph), graph, pages, seen)) owners.add(owner)
    }
  }
  return owners
}
