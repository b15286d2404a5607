import { basename, dirname } from 'node:path'
import type { Rolldown } from 'vite'
import { paths } from '../../src/web/router/paths.ts'
import { readRoutes } from './read-routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Modules that run before all else: the calls that ask who is here and what they are offered, and the fetching of styles and texts.
 */
const early = /\/web\/(accounts\/early-answers|accounts\/session-tokens|app\/early-parts)\.ts$/
/** Pages, with the first one among them, that make a module part of every page. */
const several = 3
/** The same for pages with light ones and those of signed-in people among them. */
const many = 4
const accounts = '/features/accounts/'
const lists = '/ui/lists/'
/** Texts that only pages for people who are signed in speak. */
const signedInTexts: readonly string[] = ['portal', 'admin']
/** Pages with these texts, or none of their own, are light ones otherwise: they have a text, or a form of a few fields. */
const lightTexts: readonly string[] = ['base', 'legal', 'codes']

/**
 * Names the file of the build that a module goes into, by which pages need it; null leaves that to the bundler. Every file
 * that is fetched by name costs each page the name, a few large ones compress better than many small ones, and without
 * HTTP/2 a browser fetches six at a time; but no page that is weighed, and no light one, may carry what only others need:
 * - what asks the server before the app is there is `early`;
 * - what every page needs, or the one that sends files with several others, or together with the one that receives them, then
 *   also for a part that is fetched later, is `base`; and so is what many pages of every kind need, and the few styles of parts
 *   that any page fetches later, each of which would cost all pages a name;
 * - what else the page that sends files needs, and others do, too, is `sending`;
 * - what only pages need that speak the same part of the texts, and parts of them or of their room, is named like that part;
 * - what one page needs, and else only parts that are fetched while it is used, is named like that page;
 * - what one page of people who are signed in needs, and a part on every page does, too, is `profile-parts`: that page is the profile;
 * - what the page to sign in needs, and others do, too, libraries aside, is `common`;
 * - what several pages of people who are signed in need, and no others, is `signed-in`, with the first pages of the portal and
 *   the styles of the others; styles that other pages need, too, are few, and in `base`;
 * - what else only pages about accounts need is `accounts`, and what else tables are made of is `lists`;
 * - what is left of what several pages need, and no light ones, is `shared`: dialogs, above all, and what parts of the page that
 *   sends files have in common with pages of people who are signed in.
 */
export function sharedChunks(): (module: string, graph: Graph) => string | null {
  const routes = readRoutes()
  const textsOf = new Map(routes.flatMap(({ modules }) => modules.map(({ file, texts }) => [file, texts])))
  const pageAt = (path: string) => routes.find((route) => route.path === path)?.modules.at(-1)?.file ?? ''
  const first = pageAt(paths.home)
  const received = pageAt(paths.download)
  const signIn = pageAt(paths.login)
  const signedIn = new Set(
    routes
      .filter(({ modules }) => modules.some(({ texts }) => signedInTexts.includes(texts)))
      .flatMap(({ modules }) => modules.map(({ file }) => file)),
  )
  const portal = dirname(pageAt(paths.portal))
  const isSignedIn = (page: string) => signedIn.has(page)
  const isLight = (page: string) => !isSignedIn(page) && lightTexts.includes(textsOf.get(page) ?? '')
  const isOfPortal = (page: string, module: string) =>
    page.startsWith(portal) || (module.endsWith('.css') && isSignedIn(page) && textsOf.get(page) === 'base')
  return (module, graph) => {
    const isEntry = (root: string) => graph.getModuleInfo(root)?.isEntry === true
    if (isEntry(module)) return null
    if (early.test(module)) return 'early'
    const roots = rootsOf(module, graph)
    const pages = [...roots].filter((root) => textsOf.has(root))
    const owners = ownersOf(roots, graph, textsOf)
    const needsIt = (page: string) => pages.includes(page)
    const shared = (owners.has(first) && needsIt(received)) || (needsIt(first) && pages.length >= several)
    if (shared || [...roots].some(isEntry)) return 'base'
    if (module.endsWith('.css') && pages.length === 0 && [...owners].some(isEntry)) return 'base'
    if (needsIt(first) && owners.size > 1) return 'sending'
    const texts = new Set(pages.map((page) => textsOf.get(page)))
    const [part = 'base'] = texts
    const theirs = [...owners].every((owner) => textsOf.get(owner) === part)
    const ofOneRoom = pages.length === 1 && new Set([...roots].map(dirname)).size === 1
    if (texts.size === 1 && part !== 'base' && (theirs || ofOneRoom))
      return part === 'portal' ? 'signed-in' : part
    const [owner = ''] = owners
    if (owners.size === 1 && needsIt(owner))
      return isOfPortal(owner, module) ? 'signed-in' : basename(owner).replace(/\.\w+$/, '')
    if (pages.length === 1 && pages.every(isSignedIn) && [...owners].some(isEntry)) return 'profile-parts'
    if (pages.length < 2) return null
    if (module.endsWith('.css') && !pages.every(isSignedIn)) return 'base'
    if (needsIt(signIn)) return needsIt(received) || module.includes('/node_modules/') ? null : 'common'
    if (pages.every(isSignedIn)) return owners.has(first) ? 'shared' : 'signed-in'
    if (!pages.some(isLight)) return 'shared'
    if (pages.every((page) => page.includes(accounts))) return 'accounts'
    if (module.includes(lists)) return 'lists'
    return pages.some(isSignedIn) && pages.length >= many ? 'base' : null
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
