import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let folder: string
let server: TestServer
let ada: Person
/** Called with each line of the server's log. */
let onLog = (_line: string) => {}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-login-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' }, log: (line) => onLog(line) })
  ada = await signUp(server)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Signs in by a code, which `answer` gets. @returns exit code and last line */
async function loginByCode(args: readonly string[], answer: (userCode: string) => Promise<void>) {
  const home = await mkdtemp(join(folder, 'home-'))
  const child = spawn(process.execPath, [programs.commandLine, 'login', server.baseUrl, ...args, '--json'], {
    env: { ...childEnvironment(), HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let last: Record<string, unknown> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    last = JSON.parse(line)
    if (last.event === 'code') await answer(String(last.userCode))
  }
  const [code] = await closed
  return { home, code, last }
}

test('the command line signs in by a code that its user approves, and works with the key', async () => {
  const asked = Promise.withResolvers<void>()
  onLog = (line) => {
    if (line.includes('/auth/device/token')) asked.resolve()
  }
  const { home, code, last } = await loginByCode([], async (userCode) => {
    // The program goes on asking.
    await asked.promise
    await ada.client.call('approveDevice', { body: { userCode }, headers: await confirm(ada) })
  })
  assert.equal(code, 0, JSON.stringify(last))
  const { service, path } = last
  assert.deepEqual([service, path], [server.baseUrl, join(home, '.config/restante/keys.json')])
  assert.equal((await stat(String(path))).mode & 0o777, 0o600)
  const key = JSON.parse(await readFile(String(path), 'utf8'))[server.baseUrl]
  assert.match(key, /^rst_/)
  assert.ok(!JSON.stringify(last).includes(key))
  const { answer } = await runForScript(['list'], { environment: { HOME: home } })
  assert.deepEqual(answer, { success: true, files: [], total: 0 })
  const { apiKeys } = await ada.client.call('apiKeys')
  const [saved] = apiKeys
  assert.match(saved?.name ?? '', /^restante on /)
  assert.deepEqual(saved?.scopes.toSorted(), [
    'requests',
    'transfers:manage',
    'transfers:read',
    'transfers:send',
  ])
})

test('nothing is saved when the user refuses', async () => {
  const { home, code, last } = await loginByCode(['--scope', 'transfers:send'], async (userCode) => {
    const { device } = await ada.client.call('findDevice', { body: { userCode } })
    assert.deepEqual(device.scopes, ['transfers:send'])
    await ada.client.call('denyDevice', { body: { userCode } })
  })
  assert.deepEqual([code, last.success, last.code], [1, false, 'ACCESS_DENIED'])
  await assert.rejects(stat(join(home, '.config/restante/keys.json')))
})

test('a host, or the address for a key, is required, and known scopes', async () => {
  const host = 'files.example.eu'
  const invalid = [[], [host, host], [host, '--url', `https://${host}`], [host, '--scope', 'admin:read']]
  for (const args of invalid) {
    const { code, answer } = await runForScript(['login', ...args])
    assert.deepEqual([code, answer.code], [2, 'USAGE'], args.join(' '))
  }
})
