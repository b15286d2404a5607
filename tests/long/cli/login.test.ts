import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let home: string
let server: TestServer
let ada: Person

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'restante-home-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  ada = await signUp(server)
  await writeFile(join(home, 'report.txt'), 'a report')
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

function run(args: readonly string[], input = '') {
  return runForScript(args, { input, environment: { HOME: home } })
}

async function filesOfAda(): Promise<number> {
  return (await ada.client.call('ownFiles', { query: {} })).total
}

test('a saved key sends in the name of its person, without an address', async () => {
  const { key } = await createKey(ada)
  const { code, answer } = await run(['login', '--url', `${server.baseUrl}/some/page`], `${key}\n`)
  assert.equal(code, 0, JSON.stringify(answer))
  const path = join(home, '.config', 'restante', 'keys.json')
  assert.equal(answer.path, path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const sent = await run(['upload', join(home, 'report.txt')])
  assert.equal(sent.code, 0, JSON.stringify(sent.answer))
  assert.equal(await filesOfAda(), 1)

  await chmod(path, 0o644)
  const open = await run(['upload', join(home, 'report.txt')])
  assert.deepEqual([open.code, open.answer.code], [2, 'USAGE'])
  await chmod(path, 0o600)
  assert.equal((await run(['logout', '--url', server.baseUrl])).code, 0)
  assert.ok(!(await readFile(path, 'utf8')).includes(key))
  const guest = await run(['upload', '--url', server.baseUrl, join(home, 'report.txt')])
  assert.equal(guest.code, 0)
  assert.equal(await filesOfAda(), 1)
})

test('a manage link stays the whole authority beside a saved key, of whatever scope and even revoked', async () => {
  const { apiKey, key } = await createKey(ada)
  const before = await run(['upload', '--url', server.baseUrl, join(home, 'report.txt')])
  assert.equal((await run(['login', '--url', server.baseUrl], key)).code, 0)
  const { code, answer } = await run(['upload', join(home, 'report.txt')])
  assert.equal(code, 0, JSON.stringify(answer))
  const [anonymous, own] = [before.answer, answer].map(({ manageUrl }) => {
    const { pathname, hash } = new URL(String(manageUrl))
    return server.baseUrl + pathname + hash
  })
  for (const args of [
    ['info', '-'],
    ['extend', '-', '2h'],
    ['revoke', '-'],
  ])
    for (const link of [anonymous, own]) {
      const managed = await run(args, link)
      assert.equal(managed.code, 0, `${args}: ${JSON.stringify(managed.answer)}`)
    }
  await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
  const later = await run(['info', '-'], own)
  assert.equal(later.code, 0, JSON.stringify(later.answer))
  assert.equal((await run(['logout'])).code, 0)
  assert.equal((await run(['logout'])).code, 2)
})

test('a key that is not good is not saved', async () => {
  const { apiKey, key } = await createKey(ada)
  await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
  const revoked = await run(['login', '--url', server.baseUrl], key)
  assert.deepEqual([revoked.code, revoked.answer.code], [1, 'INVALID_API_KEY'])
  const slip = await run(['login', '--url', server.baseUrl], 'my password')
  assert.deepEqual([slip.code, slip.answer.code], [2, 'USAGE'])
  const none = await run(['upload', join(home, 'report.txt')])
  assert.deepEqual([none.code, none.answer.code], [2, 'USAGE'])
})
