/**
 * Imports a part of the built app once all its files are in the browser's cache: the build calls it in place of each `import()`
 * (scripts/vite/fetched-first.ts). Browsers remember for as long as a page lives that a module, or one that it imports, did
 * not load; a fetch that failed can be repeated.
 * @param load imports the part by an address that stands in it. Read from there, it has no second place: a list of those of all
 * parts would cost each page 0.5 KB
 * @param styles paths of its style sheets
 * @throws when one of the files cannot be fetched
 */
export async function importPart<Part>(
  load: () => Promise<Part>,
  styles: readonly string[] = [],
): Promise<Part> {
  await Promise.all([
    fetchScripts(scriptsIn(String(load), /import\(/)),
    ...styles.map((path) => addStyle(`${location.origin}/${path}`)),
  ])
  return load()
}

/** Addresses of scripts that the page has, with all that they import; it names those itself that it began with. */
const fetched = new Set<string>()

async function fetchScripts(first: readonly string[]): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    fetched.add(link.href)
  for (const { src } of document.scripts) fetched.add(src)
  const walked = new Set<string>()
  for (let next = first; next.length > 0; ) {
    const missing = next.filter((href) => !fetched.has(href) && !walked.has(href))
    for (const href of missing) walked.add(href)
    next = [...new Set((await Promise.all(missing.map(importsOf))).flat())]
  }
  for (const href of walked) fetched.add(href)
}

/** Fetches a script of the build and lists those that it imports at once. */
async function importsOf(href: string): Promise<string[]> {
  const answer = await fetch(href)
  if (!answer.ok) throw new Error(`${answer.status} ${href}`)
  return scriptsIn(await answer.text(), /(?:from|import)/)
}

/** Addresses of the scripts of the build, which stand beside each other, that a part of one names after a word. */
function scriptsIn(code: string, word: RegExp): string[] {
  const named = code.matchAll(new RegExp(`${word.source}\\s*["'\`]\\./([\\w.-]+)["'\`]`, 'g'))
  return [...named].map(([, name]) => `${location.origin}/assets/${name}`)
}

/** Style sheets that were asked for here, by their address. */
const added = new Map<string, Promise<void>>()

/** Has the page use a style sheet. One that could not be fetched is taken out, so that it can be tried again. */
function addStyle(href: string): Promise<void> {
  if (!added.has(href) && [...document.styleSheets].some((sheet) => sheet.href === href))
    return Promise.resolve()
  const present = added.get(href)
  if (present) return present
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      added.delete(href)
      reject(new Error(`no ${href}`))
    }
  })
  added.set(href, loaded)
  document.head.append(link)
  return loaded
}
