import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { paths } from '#web/router/paths.ts'

const web = new URL('../../dist/web/', import.meta.url)
const names = z.array(z.string())
const { pages } = z
  .object({ pages: z.array(z.object({ path: z.string(), scripts: names, styles: names })) })
  .parse(JSON.parse(await read('.vite/pages.json')))
const page = await read('index.html')

function read(name: string): Promise<string> {
  return readFile(new URL(name, web), 'utf8')
}

/** What the page itself names: the assets with this ending in its scripts, preloads and stylesheets. */
function namedByPage(ending: string): string[] {
  const names = page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)
  return Array.from(names, ([, name = '']) => name).filter((name) => name.endsWith(ending))
}

/** Everything a browser fetches for a route: what the page names, and what the route is made of besides. */
function filesOf(route: string) {
  const own = pages.find(({ path }) => path === route)
  assert.ok(own, `${route} is in the build`)
  return {
    scripts: new Set([...namedByPage('.js'), ...own.scripts]),
    styles: new Set([...namedByPage('.css'), ...own.styles]),
  }
}

/** KB (1000 bytes), compressed as the server sends it to a browser that knows gzip only. */
async function weightOf(files: Set<string>): Promise<number> {
  const contents = await Promise.all([...files].map(read))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000
}

const budgets = [
  { route: '/', scripts: 105, styles: 12 },
  { route: '/download/:fileId', scripts: 96, styles: 12 },
  { route: '/login', scripts: 105, styles: 12 },
  { route: '/admin', scripts: 178, styles: 16 },
]

for (const { route, scripts, styles } of budgets) {
  test(`${route} weighs at most ${scripts} KB of JavaScript and ${styles} KB of styles`, async (t) => {
    const files = filesOf(route)
    const weight = { scripts: await weightOf(files.scripts), styles: await weightOf(files.styles) }
    t.diagnostic(`${weight.scripts.toFixed(1)} KB of JavaScript, ${weight.styles.toFixed(1)} KB of styles`)
    assert.ok(weight.scripts <= scripts, `${weight.scripts} KB of JavaScript`)
    assert.ok(weight.styles <= styles, `${weight.styles} KB of styles`)
  })
}

test('every address of the app that has a page of its own is in the build', () => {
  const { upload, dashboard, ...own } = paths
  assert.deepEqual(pages.map(({ path }) => path).sort(), Object.values(own).sort())
  for (const { path, scripts } of pages) assert.notDeepEqual(scripts, [], path)
})

test('no part on the way to a link brings what only pages for signed-in people need', async () => {
  const files = await readdir(new URL('assets/', web))
  for (const part of ['compose-view', 'options-sheet', 'uploading-view', 'success-view', 'contents']) {
    const found = files.filter((name) => name.startsWith(`${part}-`) && name.endsWith('.js'))
    assert.equal(found.length, 1, part)
    assert.doesNotMatch(await read(`assets/${found[0]}`), /signed-in-/, part)
  }
})

test('one font is asked for with the page, the Latin one', () => {
  const fonts = page.match(/<link [^>]*as="font"[^>]*>/g) ?? []
  assert.equal(fonts.length, 1)
  assert.match(String(fonts), /sofia-sans-latin-wght/)
})

test('the page holds nothing inline and nothing from elsewhere', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|https?:\/\//)
  for (const script of page.match(/<script[^>]*>[^<]*/g) ?? [])
    assert.match(script, / src="(\/boot\.js|\/assets\/[^"]+)"( fetchpriority="high")? ?>\s*$/)
})
