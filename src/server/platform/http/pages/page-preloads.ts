import { readFileSync } from 'node:fs'
import * as z from 'zod'

const names = z.array(z.string())
const pagesSchema = z.array(z.object({ path: z.string(), scripts: names, styles: names }))

/**
 * Gives the links by which a page asks for its parts at once, instead of when the app has found out that it needs them;
 * empty for addresses that the app does not know.
 * @param file what the build says of the pages, see scripts/vite/page-files.ts
 */
export function readPreloads(file: string): (url: string) => string {
  const pages = pagesSchema
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ path, scripts, styles }) => ({
      address: addressOf(path),
      tags: [
        ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
        ...styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`),
      ].join(''),
    }))
  return (url) => {
    const [path = ''] = url.split('?')
    return pages.find(({ address }) => address.test(path))?.tags ?? ''
  }
}

/** The addresses that fit a path of the app, such as /download/:fileId, as the app itself reads them. */
function addressOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/+$/, '').replace(/:\w+/g, '[^/]+')}/*$`, 'i')
}
