import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let folder: string
let server: TestServer

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-input-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command in a shell, which can join it to others; `restante` stands for the command. */
async function runInShell(line: string) {
  const restante = `'${process.execPath}' '${programs.commandLine}'`
  const command = `set -o pipefail; restante() { ${restante} "$@"; }; ${line}`
  const done = promisify(execFile)('bash', ['-c', command], { env: { ...childEnvironment(), HOME: folder } })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

test('standard input is sent under the name that is given, without being held in memory or on disk', async () => {
  const password = join(folder, 'password')
  await writeFile(password, goodPassword)
  const size = 40_000_000
  const line = `head -c ${size} /dev/zero | restante upload --url ${server.baseUrl} - --filename 'zeros ö.bin' --password-file ${password} --json`
  const { code, stdout, stderr } = await runInShell(line)
  assert.equal(code, 0, stdout + stderr)
  const { file } = JSON.parse(stdout)
  assert.deepEqual([file.filename, file.size], ['zeros ö.bin', size])
  const body = { password: goodPassword }
  const { url } = await server.client.call('downloadTicket', { params: { id: file.id }, body })
  const content = Buffer.from(await (await fetch(server.baseUrl + url)).arrayBuffer())
  assert.equal(sha256(content), sha256(Buffer.alloc(size)))
})

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

test('standard input has a name of its own, and an invalid use of it is refused before anything is read', async () => {
  const { answer } = await runForScript(['upload', '--url', server.baseUrl, '-'], { input: 'a line' })
  assert.ok(typeof answer.file === 'object' && answer.file !== null && 'filename' in answer.file)
  assert.equal(answer.file.filename, 'stdin')
  for (const wrong of [
    ['-', '--password-stdin'],
    ['-', join(folder, 'other')],
    [programs.commandLine, '--filename', 'main.ts'],
    ['-', '--password-stdin', '--password-file', 'x'],
  ]) {
    const refused = await runForScript(['upload', '--url', server.baseUrl, ...wrong], { input: 'x' })
    assert.deepEqual([refused.code, refused.answer.code], [2, 'USAGE'], wrong.join(' '))
  }
})

test('a refusal ends the command while its producer goes on', async () => {
  const line = `(printf MZ; cat /dev/zero) | restante upload --url ${server.baseUrl} - --filename run.exe --json`
  const { stdout } = await runInShell(line)
  assert.equal(JSON.parse(stdout).code, 'DANGEROUS_FILE_TYPE')
  // A producer that says nothing for now: the service has refused the key before the first byte.
  const home = await mkdtemp(join(folder, 'home-'))
  const ada = await signUp(server)
  const { apiKey, key } = await createKey(ada)
  const environment = { HOME: home }
  assert.equal((await runCommand(['login', '--url', server.baseUrl], { input: key, environment })).code, 0)
  await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
  const child = spawn(process.execPath, [programs.commandLine, 'upload', '-', '--json'], {
    env: { ...childEnvironment(), ...environment },
    stdio: 'pipe',
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
})

test('a terminal shows how much, how fast and how long', async () => {
  const path = join(folder, 'large.bin')
  await writeFile(path, randomBytes(1_000))
  await truncate(path, 400_000_000)
  const command = `${process.execPath} ${programs.commandLine} upload --url ${server.baseUrl} ${path}`
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    env: { ...childEnvironment(), TERM: 'xterm' },
    maxBuffer: 10_000_000,
  })
  assert.match(stdout, /\rUploading: [\d.]+ MB of 381 MB, \d+ %, [\d.]+ [KM]B\/s, \d+ s left/)
  assert.ok(stdout.includes(`\r\x1b[K${server.services.config.publicUrl}/download/`))
})

test('a key that lacks a scope is told which one', async () => {
  const home = await mkdtemp(join(folder, 'home-'))
  const environment = { HOME: home }
  const { key } = await createKey(await signUp(server, 'grace'))
  assert.equal((await runCommand(['login', '--url', server.baseUrl], { input: key, environment })).code, 0)
  const { code, stderr } = await runCommand(['list'], { environment })
  assert.equal(code, 1)
  assert.match(stderr, /^Your API key lacks the scope transfers:read\. Create a key with it in your profile/)
  const { answer } = await runForScript(['request', 'list'], { environment })
  assert.equal(answer.code, 'API_KEY_REFUSED')
  assert.match(String(answer.message), /lacks the scope requests\./)
})
