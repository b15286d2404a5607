import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))
const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` }

let folder: string
let server: TestServer
let ada: Person
let key: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-package-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  ada = await signUp(server)
  const scopes = ['transfers:send', 'transfers:read', 'transfers:manage'] as const
  key = (await createKey(ada, { scopes: [...scopes] })).key
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Program = (args: readonly string[], input?: string) => Promise<unknown>

/** A program in an empty folder that is its home, with nothing of this project in its environment. */
async function inEmptyFolder(
  command: string,
  first: readonly string[] = [],
): Promise<{ home: string; run: Program }> {
  const home = await mkdtemp(join(folder, 'home-'))
  return {
    home,
    run: (args, input = '') =>
      new Promise((done, fail) => {
        const options = { cwd: home, env: { ...environment, HOME: home } }
        const child = execFile(command, [...first, ...args, '--json'], options, (error, stdout, stderr) => {
          if (error) fail(new Error(`${args.join(' ')}: ${stdout}${stderr}`, { cause: error }))
          else done(JSON.parse(stdout))
        })
        child.stdin?.on('error', () => {})
        child.stdin?.end(input)
      }),
  }
}

/** Sends, lists, extends, fetches and revokes. */
async function sendAndManage(run: Program, path: string): Promise<void> {
  await run(['login', '--url', server.baseUrl], key)
  const sent = z
    .object({ file: z.object({ id: z.string(), expiresAt: z.string() }) })
    .parse(await run(['upload', '--expires', '1h', path]))
  const link = `${server.baseUrl}/download/${sent.file.id}`
  const listed = z.object({ files: z.array(z.object({ id: z.string() })) }).parse(await run(['list']))
  assert.equal(listed.files[0]?.id, sent.file.id)
  await run(['extend', link, '3h'])
  const { file } = await server.client.call('fileInfo', { params: { id: sent.file.id } })
  assert.ok(Date.parse(file.expiresAt) - Date.parse(sent.file.expiresAt) > 60 * 60_000)
  const saved = z.object({ size: z.int() }).parse(await run(['download', link, '--output', 'copy.txt']))
  assert.equal(saved.size, 'a report'.length)
  await run(['revoke', link])
  await assert.rejects(server.client.call('fileInfo', { params: { id: sent.file.id } }))
}

test('the package installs without a registry, holds no server, and works in an empty folder', async () => {
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', '--only', 'package'], { encoding: 'utf8' })
  const tarball = resolve(`release/restante-cli-${version}.tgz`)
  // 153 040 bytes were measured, 65 000 of them the protocol of restante mcp (docs/decisions/0027-mcp.md); a tenth may come.
  assert.ok((await readFile(tarball)).length < 168_000)
  const place = await mkdtemp(join(folder, 'install-'))
  await writeFile(join(place, 'package.json'), '{}')
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel', 'error', tarball]
  const installed = execFileSync('npm', install, {
    cwd: place,
    env: { ...environment, HOME: place },
    encoding: 'utf8',
  })
  assert.match(installed, /added 1 package/)
  const program = await readFile(join(place, 'node_modules/@restante/cli/restante.js'), 'utf8')
  assert.doesNotMatch(program, /fastify|kysely|DATA_DIR|[Aa]jv/)

  const { home, run } = await inEmptyFolder(join(place, 'node_modules/.bin/restante'))
  await writeFile(join(home, 'report.txt'), 'a report')
  assert.deepEqual(await run(['--version']), { success: true, version })
  assert.match(await readFile(join(place, 'node_modules/@restante/cli/restante.1'), 'utf8'), /\.SS upload\n/)
  const { script } = z.object({ script: z.string() }).parse(await run(['completion', 'bash']))
  assert.match(script, /upload/)
  assert.doesNotMatch(script, /rotate-keys/)
  await sendAndManage(run, 'report.txt')
  await assert.rejects(run(['serve']), /Unknown command: serve/)
})

test('the executable works where there is neither Node nor this project', async () => {
  const options = ['--only', 'executables', '--platform', 'linux-x64']
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', ...options], { encoding: 'utf8' })
  const executable = resolve(`release/restante-${version}-linux-x64`)
  if (process.geteuid?.() !== 0) {
    const { home, run } = await inEmptyFolder(executable)
    await writeFile(join(home, 'report.txt'), 'a report')
    return sendAndManage(run, 'report.txt')
  }
  const root = await openRoot(executable)
  await writeFile(join(root, 'report.txt'), 'a report')
  assert.deepEqual((await readdir(root)).filter((name) => !/^lib/.test(name)).toSorted(), [
    'report.txt',
    'restante',
  ])
  const { run } = await inEmptyFolder('chroot', [root, '/restante'])
  await sendAndManage(run, '/report.txt')
})

/** A root for chroot that holds an executable and the libraries that the system's loader names for it. */
async function openRoot(executable: string): Promise<string> {
  const root = await mkdtemp(join(folder, 'root-'))
  await copyFile(executable, join(root, 'restante'))
  await chmod(join(root, 'restante'), 0o755)
  const listed = execFileSync('ldd', [executable], { encoding: 'utf8' })
  for (const [path] of listed.matchAll(/\/\S+\.so\S*/g)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await copyFile(path, join(root, path))
  }
  return root
}
