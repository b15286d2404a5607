import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'

const web = new URL('../../dist/web/', import.meta.url)
const names = z.optional(z.array(z.string()))
const schema = z.record(z.string(), z.object({ file: z.string(), imports: names, css: names }))
const manifest = schema.parse(JSON.parse(await read('.vite/manifest.json')))
const page = await read('index.html')

function read(name: string): Promise<string> {
  return readFile(new URL(name, web), 'utf8')
}

/** What the page itself names: the assets with this ending in its scripts, preloads and stylesheets. */
function namedByPage(ending: string): string[] {
  const names = page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)
  return Array.from(names, ([, name = '']) => name).filter((name) => name.endsWith(ending))
}

/** Everything a browser fetches for a route: what the page names, the route's own chunk, and what that imports. */
function filesOf(feature: string) {
  const scripts = new Set(namedByPage('.js'))
  const styles = new Set(namedByPage('.css'))
  function visit(key: string) {
    const chunk = manifest[key]
    assert.ok(chunk, `${key} is in the build`)
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const other of chunk.imports ?? []) visit(other)
  }
  visit(feature)
  return { scripts, styles }
}

/** KB (1000 bytes), compressed as the server sends it to a browser that knows gzip only. */
async function weightOf(files: Set<string>): Promise<number> {
  const contents = await Promise.all([...files].map(read))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000
}

const budgets = [
  { route: '/', feature: 'features/upload/upload-page.tsx', scripts: 105, styles: 12 },
  { route: '/download/...', feature: 'features/download/download-page.tsx', scripts: 95, styles: 12 },
]

for (const { route, feature, scripts, styles } of budgets) {
  test(`${route} weighs at most ${scripts} KB of JavaScript and ${styles} KB of styles`, async (t) => {
    const files = filesOf(feature)
    const weight = { scripts: await weightOf(files.scripts), styles: await weightOf(files.styles) }
    t.diagnostic(`${weight.scripts.toFixed(1)} KB of JavaScript, ${weight.styles.toFixed(1)} KB of styles`)
    assert.ok(weight.scripts <= scripts, `${weight.scripts} KB of JavaScript`)
    assert.ok(weight.styles <= styles, `${weight.styles} KB of styles`)
  })
}

test('one font is asked for with the page, the Latin one', () => {
  const fonts = page.match(/<link [^>]*as="font"[^>]*>/g) ?? []
  assert.equal(fonts.length, 1)
  assert.match(String(fonts), /sofia-sans-latin-wght/)
})

test('the page holds nothing inline and nothing from elsewhere', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|https?:\/\//)
  for (const script of page.match(/<script[^>]*>[^<]*/g) ?? [])
    assert.match(script, / src="(\/boot\.js|\/assets\/[^"]+)" ?>\s*$/)
})
