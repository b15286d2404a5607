import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.ts'

test('everything that starts the server starts it with the same flags and settings', () => {
  const words = [...serverFlags, 'dist/server/main.js']
  const settings = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)
  for (const path of ['package.json', 'deploy/restante.service', 'Dockerfile']) {
    const text = readFileSync(path, 'utf8')
    assert.ok(
      [words.join(' '), words.join('", "')].some((command) => text.includes(command)),
      path,
    )
    for (const setting of settings) assert.ok(text.includes(setting), `${path}: ${setting}`)
  }
})
