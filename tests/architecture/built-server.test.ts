import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const built = new URL('../../dist/server/', import.meta.url)

/** V8 holds a file in one byte a character, or all of it in two. */
test('what is built of the server is ASCII', async () => {
  const programs = (await readdir(built)).filter((name) => name.endsWith('.js'))
  assert.ok(programs.includes('main.js'))
  for (const name of programs) {
    const bytes = await readFile(new URL(name, built))
    assert.equal(
      bytes.findIndex((byte) => byte > 127),
      -1,
      name,
    )
  }
})
