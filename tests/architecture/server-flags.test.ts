import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serverFlags } from '../../scripts/server-flags.ts'

test('everything that starts the server starts it with the same flags', () => {
  const command = `${serverFlags.join(' ')} src/server/main.ts`
  for (const path of ['package.json', 'deploy/restante.service'])
    assert.ok(readFileSync(path, 'utf8').includes(command), path)
})
