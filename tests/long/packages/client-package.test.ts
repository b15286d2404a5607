import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import * as z from 'zod'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const run = promisify(execFile)
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))

let folder: string
let server: TestServer

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-client-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  execFileSync('npm', ['run', '--silent', 'pack:client'], { stdio: 'ignore' })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const tarball = resolve(`release/restante-client-${version}.tgz`)
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel', 'error', tarball]
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  execFileSync('npm', install, { cwd: folder, env: { PATH, HOME: folder } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Sends a file and two in folders, receives them, and prints the rest of what it sees. */
const program = `
import { ApiError, receive, send } from '@restante/client'
import { openAsBlob } from 'node:fs'
import { createHash } from 'node:crypto'
const [service, key, password] = process.argv.slice(2)
const seen = []
const content = await openAsBlob('content.bin')
const { file } = await send(new File([content], 'content ö.bin'), {
  service, key, password, expiresIn: '1h', onProgress: (sent, total) => seen.push([sent, total]),
})
const link = new URL(file.downloadUrl).pathname
const refused = await receive(service + link).catch((error) => error)
const received = await receive(service + link, { password })
const hash = createHash('sha256')
for await (const chunk of received.content()) hash.update(chunk)
const several = await send(
  [{ path: 'trip/a.txt', content: new Blob(['a']) }, new File(['b'], 'b.txt')],
  { service, title: 'Trip' },
)
console.log(JSON.stringify({
  filename: received.file.filename,
  hash: hash.digest('hex'),
  code: refused instanceof ApiError ? refused.code : String(refused),
  progress: seen.at(-1)[0] === seen.at(-1)[1] && seen.length > 1,
  archive: several.file.filename,
  files: several.uploaded,
}))
`

/** This Node, and others of this machine that the package is for. */
async function nodes(): Promise<string[]> {
  const found = new Map<string, string>()
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'node'))
  for (const path of [process.execPath, ...places.filter((place) => existsSync(place))]) {
    const { stdout } = await run(path, ['--version'])
    const version = stdout.trim()
    if (Number(/\d+/.exec(version)?.[0]) >= 20 && !found.has(version)) found.set(version, path)
  }
  return [...found.values()]
}

test('a bare project for Node sends and receives with the package alone', async () => {
  const content = randomBytes(3_000_000)
  await writeFile(join(folder, 'content.bin'), content)
  await writeFile(join(folder, 'program.js'), program)
  const ada = await signUp(server)
  const { key } = await createKey(ada)
  const hash = createHash('sha256').update(content).digest('hex')
  for (const node of await nodes()) {
    const options = { cwd: folder, env: { HOME: folder } }
    const { stdout } = await run(node, ['program.js', server.baseUrl, key, goodPassword], options)
    assert.deepEqual(
      JSON.parse(stdout),
      {
        filename: 'content ö.bin',
        hash,
        code: 'PASSWORD_REQUIRED',
        progress: true,
        archive: 'Trip.zip',
        files: 2,
      },
      node,
    )
  }
  const { files } = await ada.client.call('ownFiles', { query: {} })
  assert.ok(files.length >= 1)
})

test('the example of docs/client.md prints what it sent, with the address of this server', async () => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile('docs/client.md', 'utf8')) ?? []
  const code = example
    .replace('https://files.example.eu', server.baseUrl)
    .replace('file.downloadUrl', `'${server.baseUrl}' + new URL(file.downloadUrl).pathname`)
  await writeFile(join(folder, 'example.js'), code)
  const { key } = await createKey(await signUp(server, 'grace'))
  const options = { cwd: folder, env: { HOME: folder, RESTANTE_KEY: key } }
  const { stdout } = await run(process.execPath, ['example.js'], options)
  assert.equal(stdout, 'hello.txt Hello\n')
})

test('its types stand by themselves', async () => {
  const consumer = `
import { type Received, receive, send } from '@restante/client'
const { file, manageUrl } = await send(new File(['x'], 'x.txt'), { service: 'https://files.example.eu' })
export const texts: string[] = [file.downloadUrl, file.expiresAt, manageUrl]
export const received: Received = await receive(file.downloadUrl, { password: 'secret' })
export const left: number | undefined = received.file.downloadsLeft
// @ts-expect-error: no such option
await send([], { expires: '3h' })
`
  await writeFile(join(folder, 'consumer.ts'), consumer)
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: ['consumer.ts'] }),
  )
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
    (error: unknown) => ({
      stdout: String(error instanceof Error && 'stdout' in error ? error.stdout : error),
    }),
  )
  assert.equal(stdout, '')
})

test('a page that vite builds with it sends and receives in a browser', async () => {
  const page = `
import { receive, send } from '@restante/client'
globalThis.result = (async () => {
  let sent = 0
  const { file } = await send(new File(['from a page'], 'page.txt'), { onProgress: (bytes) => { sent = bytes } })
  const link = location.origin + new URL(file.downloadUrl).pathname
  const received = await receive(link)
  return { name: received.file.filename, text: await new Response(received.content()).text(), counted: sent > 0 }
})()
`
  await writeFile(join(folder, 'page.js'), page)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: 'built',
      lib: { entry: 'page.js', formats: ['iife'], name: 'app', fileName: () => 'app.js' },
    },
  })
  const script = await readFile(join(folder, 'built/app.js'), 'utf8')
  const browser = await chromium.launch(await browserOptions())
  try {
    const tab = await browser.newPage()
    const html = '<!doctype html><title>app</title>'
    await tab.route('**/app', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await tab.goto(`${server.baseUrl}/app`)
    await tab.addScriptTag({ content: script })
    assert.deepEqual(await tab.evaluate('globalThis.result'), {
      name: 'page.txt',
      text: 'from a page',
      counted: true,
    })
  } finally {
    await browser.close()
  }
})
