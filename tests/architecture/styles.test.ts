import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** The classes that a stylesheet has rules for wherever they stand: `.card {`, and not `.sheet .card {`. */
function classesOf(path: string): Set<string> {
  const rules = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '')
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
  return new Set(selectors.flatMap((selector) => /^\.([\w-]+)(?::[^\s]+)?$/.exec(selector.trim())?.[1] ?? []))
}

/**
 * A stylesheet that was fetched stays: were a class in those of two features, its looks on one page would depend on
 * whether the other had been visited before.
 */
test('no two features have rules for the same class', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of globSync('src/web/features/*/**/*.css')) {
    const feature = path.split('/')[3] ?? ''
    for (const name of classesOf(path)) owners.set(name, (owners.get(name) ?? new Set()).add(feature))
  }
  assert.ok(owners.size > 100)
  const shared = [...owners].filter(([, features]) => features.size > 1)
  assert.deepEqual(shared, [])
})

/** Elements with a component of their own in web/ui/controls, which gives them their look and what they do while busy. */
const drawnByControls = /<(?:button|select)\b/

test('no page draws a button or a select of its own', () => {
  const pages = globSync('src/web/**/*.tsx').filter((path) => !path.startsWith('src/web/ui/'))
  assert.ok(pages.length > 100)
  const own = pages.filter((path) => drawnByControls.test(readFileSync(path, 'utf8')))
  assert.deepEqual(own, [])
})
