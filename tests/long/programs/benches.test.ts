import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-benches-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('a comparison whose server ends at its start says so, ends too, and leaves nothing behind', async () => {
  const words = ['tests/bench/pairs.ts', '--starts', '1', '--place', folder, '/nonexistent', '/nonexistent']
  const compared = run(process.execPath, words, { timeout: 60_000 })
  await assert.rejects(compared, ({ code, stderr }) => {
    assert.equal(code, 1, 'it ended by itself')
    assert.match(stderr, /Cannot find module '\/nonexistent\/dist\/server\/main\.js'/)
    assert.match(stderr, /main\.js ended at its start: exit code 1/)
    return true
  })
  assert.deepEqual(await readdir(folder), [])
})
