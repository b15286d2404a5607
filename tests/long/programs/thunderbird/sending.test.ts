import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import { receive } from '#client/transfers/receive.ts'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { forEveryone } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { startAddOn } from './add-on.ts'
import { packInto } from './thunderbird.ts'

/** Thunderbird is no package of npm: where it is not installed there is nothing to test. */
const skip = ['thunderbird', 'Xvfb'].some((program) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})
  ? 'Thunderbird and Xvfb are not installed'
  : false

let folder: string
let server: TestServer
let line: Awaited<ReturnType<typeof startLine>>
let ada: Person
let addOn: Awaited<ReturnType<typeof startAddOn>>

before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'restante-add-on-'))
  server = await startServer({ environment: { ...forEveryone, RATE_LIMITS: 'off' } })
  line = await startLine(Number(new URL(server.baseUrl).port))
  ada = await signUp(server)
  addOn = await startAddOn(packInto(join(folder, 'add-on')))
})
after(async () => {
  if (skip) return
  await addOn?.[Symbol.asyncDispose]()
  line?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The network between Thunderbird and the server, which can be cut. */
async function startLine(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  let passed = 0
  const proxy = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    near.on('data', ({ length }) => {
      passed += length
    })
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port: own } = z.object({ port: z.int() }).parse(proxy.address())
  return {
    address: `http://127.0.0.1:${own}`,
    /** Bytes that Thunderbird has sent. */
    passed: () => passed,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await holds()) return
    await new Promise((next) => setTimeout(next, 20))
  }
  throw new Error(`never: ${holds}`)
}

async function fileOf(name: string, length: number) {
  const path = join(folder, name)
  const content = randomBytes(length)
  await writeFile(path, content)
  return { path, hash: createHash('sha256').update(content).digest('hex') }
}

/** Downloads a link at the test's server. */
async function download(url: string, password?: string) {
  const link = `${server.baseUrl}${new URL(url).pathname}`
  const { file, content } = await receive(link, password === undefined ? {} : { password })
  const hash = createHash('sha256')
  for await (const chunk of content()) hash.update(chunk)
  return { name: file.filename, hash: hash.digest('hex') }
}

async function save(options: {
  expiry?: string
  limit?: string
  password?: string
  sealed?: boolean
}): Promise<void> {
  await addOn.inPage(
    `
    const field = (id) => document.getElementById(id)
    await until(() => !field('options').hidden)
    field('expiry').value = given.expiry
    field('limit').value = given.limit
    if (field('with-password').checked !== (given.password !== '')) field('with-password').click()
    field('password').value = given.password
    if (field('sealed').checked !== given.sealed) field('sealed').click()
    field('status').textContent = ''
    field('options').requestSubmit()
    await until(() => field('status').textContent)
  `,
    { expiry: '3h', limit: '', password: '', sealed: false, ...options },
  )
}

test('the add-on is connected by a code, with a key that sends and nothing else', { skip }, async () => {
  const userCode = await addOn.inPage(
    `
    await until(() => !document.getElementById('connect').hidden)
    document.getElementById('service').value = given.service
    asUser(() => document.getElementById('connect').requestSubmit())
    return until(() => document.getElementById('code').textContent)
  `,
    { service: line.address },
  )
  assert.match(String(userCode), /^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
  await ada.client.call('approveDevice', {
    body: { userCode: String(userCode) },
    headers: await confirm(ada),
  })
  const told = await addOn.inPage(`
    await until(() => !document.getElementById('options').hidden)
    return until(() => document.getElementById('status').textContent)
  `)
  assert.equal(told, 'Thunderbird is connected.')
  const { apiKeys } = await ada.client.call('apiKeys')
  assert.deepEqual(
    apiKeys.map(({ name, scopes }) => [name, scopes]),
    [['Thunderbird', ['transfers:send']]],
  )
})

test('a file of a message becomes a link with its terms, gets a new name and is deleted with it', {
  skip,
}, async () => {
  await save({ expiry: '1h', limit: '5', password: 'Grüße 2026' })
  const { path, hash } = await fileOf('Bericht ö.bin', 300_000)
  const { url, note } = await addOn.attach(path)
  assert.deepEqual(await download(url, 'Grüße 2026'), { name: 'Bericht ö.bin', hash })
  await assert.rejects(download(url), { code: 'PASSWORD_REQUIRED' })
  assert.match(note, new RegExp(new URL(line.address).host))
  assert.match(note, /password/i)
  assert.match(note, /\b5\b/)
  const { files } = await ada.client.call('ownFiles', { query: {} })
  assert.equal(files[0]?.downloadLimit, 5)
  const left = Date.parse(files[0]?.expiresAt ?? '') - Date.now()
  assert.ok(left > 55 * 60_000 && left <= 60 * 60_000)

  const renamed = await addOn.rename('Anders.bin')
  assert.deepEqual(await download(renamed.url, 'Grüße 2026'), { name: 'Anders.bin', hash })
  await assert.rejects(download(url, 'Grüße 2026'), { status: 410 })
  await addOn.remove()
  await until(async () => (await ada.client.call('ownFiles', { query: {} })).files.length === 0)
})

test('200 MB arrive although the network stops in between', { skip }, async () => {
  await save({})
  const { path, hash } = await fileOf('large.bin', 200_000_000)
  const start = line.passed()
  const sending = addOn.attach(path)
  await until(() => line.passed() - start > 60_000_000)
  line.cut()
  await new Promise((next) => setTimeout(next, 2000))
  line.mend()
  const { url } = await sending
  assert.equal((await download(url)).hash, hash)
  // It went on where it was.
  assert.ok(line.passed() - start < 300_000_000, `${line.passed() - start} bytes`)
  assert.equal(await addOn.badge(), '')
})

test('an end-to-end encrypted file goes with its key in the link', { skip }, async () => {
  await save({ sealed: true, password: 'zwei Wörter' })
  const { path, hash } = await fileOf('sealed.bin', 40_000_000)
  const { url } = await addOn.attach(path)
  const [link = '', key] = url.split('#k=')
  assert.equal(key?.length, 47)
  const id = new URL(link).pathname.split('/').at(-1) ?? ''
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.deepEqual([file.encryptionMethod, file.filename], ['end-to-end', ''])
  const into = join(folder, 'opened')
  const [keyFile, passwordInput] = [join(folder, 'key'), 'zwei Wörter']
  await writeFile(keyFile, key ?? '')
  const args = ['download', `${server.baseUrl}/download/${id}`, '--output', into, '--key-file', keyFile]
  const opened = await runCommand([...args, '--password-stdin'], { input: passwordInput })
  assert.equal(opened.code, 0, opened.stderr)
  assert.equal(
    createHash('sha256')
      .update(await readFile(into))
      .digest('hex'),
    hash,
  )
})

test('no file goes without the password that it should have', { skip }, async () => {
  await save({ password: 'Grüße 2026' })
  // As after a restart of Thunderbird.
  await addOn.inPage('await content.wrappedJSObject.browser.storage.session.clear()')
  const { path } = await fileOf('open.txt', 10)
  await assert.rejects(addOn.attach(path), /Enter the file password again/)
})

test('an upload that is stopped leaves nothing behind', { skip }, async () => {
  await save({})
  const before = (await ada.client.call('ownFiles', { query: {} })).files.length
  const { path } = await fileOf('stopped.bin', 200_000_000)
  assert.equal(await addOn.attachAndStop(path), 'cancelled')
  await until(async () => {
    const rows = await server.services.database
      .selectFrom('uploads')
      .selectAll()
      .where('outcome', 'is', null)
      .execute()
    return rows.length === 0
  })
  assert.equal((await ada.client.call('ownFiles', { query: {} })).files.length, before)
})

test('files that were sent are listed and can be deleted there', { skip }, async () => {
  await addOn.reload()
  const shown = await addOn.inPage(`
    const list = () => [...document.querySelectorAll('#sent-list li')]
    await until(() => list().length === 2)
    for (const expected of [1, 0]) {
      list()[0].querySelector('button').click()
      await until(() => list().length === expected)
    }
    return list().length
  `)
  assert.equal(shown, 0)
  assert.equal((await ada.client.call('ownFiles', { query: {} })).files.length, 0)
})
