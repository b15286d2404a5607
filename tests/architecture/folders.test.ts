import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { test } from 'node:test'

/** Files and folders that one folder holds at most, tests beside a file not counted. */
const maxEntries = 16

function isTestBeside(path: string): boolean {
  return path.startsWith('src/') && /\.(?:test|suite)\.tsx?$/.test(path)
}

test('no folder holds more entries than one can take in', () => {
  const entries = new Map<string, number>()
  for (const path of globSync('{src,tests,scripts}/**')) {
    const entry = path.split(sep).join('/')
    const folder = dirname(entry)
    if (!isTestBeside(entry)) entries.set(folder, (entries.get(folder) ?? 0) + 1)
  }
  assert.ok(entries.size > 100)
  const crowded = [...entries].filter(([, count]) => count > maxEntries)
  assert.deepEqual(crowded, [])
})
