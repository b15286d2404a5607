import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '#tests/support/server/server-process.ts'

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

/** Some 7 MB at rest, and more under load. */
test('parts of Node that nobody uses are not loaded by it', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'restante-built-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()), WORKERS: '1' }
  const tellAtEnd = 'data:text/javascript,process.on("exit",()=>console.log(...process.moduleLoadList))'
  const child = spawn(process.execPath, ['--import', tellAtEnd, 'dist/server/main.js'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const data of child.stdout) {
    output += data
    // Once: a second signal would end it without a last word.
    if (!child.killed && output.includes('is listening')) child.kill('SIGTERM')
  }
  const loaded: readonly string[] = output.match(/(?<=NativeModule )\S+/g) ?? []
  assert.ok(loaded.includes('http'), output)
  const unused = ['internal/deps/undici/undici', 'internal/webstreams/readablestream', 'http2', 'tls']
  for (const name of unused) assert.ok(!loaded.includes(name), name)
})
