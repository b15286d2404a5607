import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('no form leaves its errors to the browser, which says them in its own style and language', () => {
  const left = globSync('src/web/**/*.tsx').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/<form\b[^>]*>/g), ([tag]) => tag)
      .filter((tag) => !/\bnoValidate\b/.test(tag))
      .map((tag) => `${file}: ${tag}`),
  )
  assert.deepEqual(left, [])
})
