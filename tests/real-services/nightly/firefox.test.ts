import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { type DrivenPage, keys, passwordField } from '#tests/support/webdriver/driven-page.ts'
import { startFirefox } from '#tests/support/webdriver/firefox/start-firefox.ts'

const folder = await mkdtemp(join(tmpdir(), 'restante-in-firefox-'))
const relay = await openRelay()
const environment = { PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
const server = await startServerProcess(join(folder, 'data'), environment)
const firefox = await startFirefox()

before(() => relay.leadTo(server.baseUrl))

afterEach(() => {
  assert.deepEqual(firefox.outside(), [], 'nothing is asked of another host')
})

after(async () => {
  await firefox[Symbol.asyncDispose]()
  server.child.kill('SIGTERM')
  await server.exited
  await relay[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function write(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** Sends what is selected and gives the share link. */
async function send(page: DrivenPage): Promise<string> {
  await page.click('button', 'Upload 1 file')
  await page.see('heading', 'Your link is ready.')
  return page.value('textbox', 'Share link')
}

test('in Firefox a file goes from one person to another', async () => {
  const path = await write('Übergabe.bin', randomBytes(1_000_000))
  const sender = await firefox.newcomer(relay.origin)
  await sender.choose(path)
  const link = await send(sender)
  const receiver = await firefox.newcomer(link)
  await receiver.see('heading', 'Übergabe.bin')
  await receiver.click('button', 'Download File')
  const arrived = await receiver.downloaded()
  assert.equal(basename(arrived), 'Übergabe.bin')
  assert.equal(await hashOf(arrived), await hashOf(path))
  assert.deepEqual(firefox.complaints(), [])
})

test('in Firefox a file password keeps others out and lets the receiver in', async () => {
  const path = await write('notes.txt', Buffer.from('a few words'))
  const sender = await firefox.newcomer(relay.origin)
  await sender.choose(path)
  await sender.type(passwordField, 'File password', 'correct-horse')
  const link = await send(sender)
  const receiver = await firefox.newcomer(link)
  await receiver.type(passwordField, 'File password', 'wrong')
  await receiver.press(keys.enter)
  await receiver.read(/Invalid file password\. Please try again\./)
  await receiver.type(passwordField, 'File password', 'correct-horse')
  await receiver.click('button', 'Download File')
  assert.equal(await readFile(await receiver.downloaded(), 'utf8'), 'a few words')
})

test('in Firefox an upload goes on after a cut and after a reload', async () => {
  const path = await write('film.bin', randomBytes(110_000_000))
  const page = await firefox.newcomer(relay.origin)
  await page.choose(path)
  await page.click('button', 'Upload 1 file')
  // A line that is gone in the middle of it.
  await page.read(/\b[2-9]\d%/)
  relay.leadTo('http://127.0.0.1:9')
  relay.cut()
  await page.read(/Connection lost\./)
  relay.leadTo(server.baseUrl)
  await page.reload()
  await page.choose(path)
  await page.see('heading', 'Continue this upload?')
  await page.read(/stopped at [1-9]\d%/)
  await page.click('button', 'Continue upload')
  await page.see('heading', 'Your link is ready.')
  await page.open(await page.value('textbox', 'Share link'))
  await page.click('button', 'Download File')
  assert.equal(await hashOf(await page.downloaded()), await hashOf(path))
})

test('in Firefox an account signs in, and is still signed in after a reload', async () => {
  const client = createClient({ baseUrl: server.baseUrl, schemas: endpoints })
  const body = { username: 'firefox', email: 'firefox@example.org', password: goodPassword }
  await client.call('register', { body })
  const page = await firefox.newcomer(`${relay.origin}/login`)
  await page.type('textbox', 'Username or email', 'firefox')
  await page.type(passwordField, 'Password', 'not the one')
  await page.press(keys.enter)
  await page.read(/Invalid username or password\./)
  await page.type(passwordField, 'Password', goodPassword)
  await page.press(keys.enter)
  await page.see('heading', 'Dashboard')
  await page.reload()
  await page.see('heading', 'Dashboard')
  await page.click('button', 'Logout')
  await page.see(passwordField, 'Password')
})
