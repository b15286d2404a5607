import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startServerProcess } from '#tests/support/server/server-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-start-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('every option with a wrong value is named with what is expected, in one line each', async () => {
  const server = await startServerProcess(folder, {
    PORT: 'x',
    TRUSTED_PROXIES: 'my-proxy',
    LOG_LEVEL: 'loud',
  })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.deepEqual(server.output().split('\n'), [
    'Restante did not start. PORT is not valid: it has to be a whole number from 0 to 65535.',
    'TRUSTED_PROXIES is not valid: it has to be addresses or networks such as 127.0.0.1,10.0.0.0/8.',
    'LOG_LEVEL is not valid: it has to be one of fatal, error, warn, info, debug, trace, silent.',
    '',
  ])
})

test('cheap password hashes are refused where people could come from elsewhere', async () => {
  const server = await startServerProcess(folder, {
    PASSWORD_COST: 'low',
    PUBLIC_URL: 'https://files.example.eu',
  })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.equal(
    server.output(),
    'Restante did not start. PASSWORD_COST=low is for tests: it needs a PUBLIC_URL at localhost or 127.0.0.1.\n',
  )
})

for (const [name, names] of [
  ['PORT', 'HOST and PORT'],
  ['METRICS_PORT', 'METRICS_HOST and METRICS_PORT'],
] as const) {
  test(`a ${name} that another program has ends the start with one line`, async (context) => {
    const other = createServer().listen(0, '127.0.0.1')
    context.after(() => other.close())
    await once(other, 'listening')
    const taken = other.address()
    assert.ok(taken && typeof taken === 'object')
    const server = await startServerProcess(folder, { LOG_LEVEL: 'silent', [name]: String(taken.port) })
    assert.deepEqual(await server.exited, { code: 1, signal: null })
    const [said = '', ...rest] = server.output().split('\n')
    const reason = `The server cannot listen where ${names} say: listen EADDRINUSE`
    assert.ok(said.startsWith(`Restante did not start. ${reason}`), said)
    assert.deepEqual(rest, [''])
  })
}
