import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { FirefoxPage } from '#tests/support/firefox/firefox-page.ts'
import { startFirefox } from '#tests/support/firefox/start-firefox.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { forEveryone } from '#tests/support/transfers/sealed/sealed-transfers.ts'

/** Seven parts; from 100 MiB on an upload goes on after a reload. */
const content = randomBytes(110_000_000)
const hash = hashOf(content)

const folder = await mkdtemp(join(tmpdir(), 'restante-sealed-in-firefox-'))
const relay = await openRelay({ cutAfter: 16_000_000 })
const environment = { ...forEveryone, PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
const start = () => startServerProcess(join(folder, 'data'), environment)
let server = await start()
const firefox = await startFirefox()
let link: string

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

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Ends the server in the middle of what it does, and starts it again. */
async function restart(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.exited
  server = await start()
  relay.leadTo(server.baseUrl)
}

async function expectWhole(page: FirefoxPage): Promise<void> {
  const arrived = await page.downloaded()
  assert.notEqual(arrived, 'incomplete')
  assert.equal(hashOf(await readFile(arrived)), hash)
}

test('in Firefox a sealed upload goes on after cuts, a restart of the server and a reload', async () => {
  const path = join(folder, 'film.bin')
  await writeFile(path, content)
  const page = await firefox.newcomer(relay.origin)
  await page.choose(path)
  await page.click('switch', 'End-to-end encrypted')
  await page.click('button', 'Upload 1 file')
  await page.read(/\b[1-9]\d%/)
  await restart()
  await page.read(/\b[4-9]\d%/)
  await page.reload()
  await page.choose(path)
  await page.see('heading', 'Continue this upload?')
  await page.click('button', 'Continue upload')
  await page.see('heading', 'Your link is ready.')
  link = await page.value('textbox', 'Share link')
  assert.match(link, /#k=[\w-]{47}$/)
  assert.ok(relay.cuts() >= 5, `${relay.cuts()} cuts`)
})

const noWorker = 'delete Navigator.prototype.serviceWorker'
const ways = [
  { way: 'as the browser saves it', prepare: '() => {}', asks: /\/opened\/[0-9a-f]{32}$/ },
  { way: 'through a file of its own', prepare: `() => { ${noWorker} }`, asks: /^blob:/ },
  {
    way: 'from memory, as in a private window',
    prepare: `() => { ${noWorker}; delete StorageManager.prototype.getDirectory }`,
    asks: /^blob:/,
  },
]
for (const { way, prepare, asks } of ways)
  test(`in Firefox a sealed file arrives whole through cuts and a restart, ${way}`, async () => {
    const page = await firefox.newcomer(link, prepare)
    const cuts = relay.cuts()
    await page.click('button', 'Download')
    await page.read(/\b[2-9]\d\s*%/)
    await restart()
    await expectWhole(page)
    await page.read(/All 105\sMB arrived and were checked\./)
    assert.match(firefox.asked().at(-1) ?? '', asks)
    assert.ok(relay.cuts() - cuts >= 5, `${relay.cuts() - cuts} cuts`)
  })

test('in Firefox a receiver who reloads in the middle has no file, and gets it whole afterwards', async () => {
  const page = await firefox.newcomer(link)
  await page.click('button', 'Download')
  await page.read(/\b[2-9]\d\s*%/)
  await page.reload()
  assert.equal(await page.downloaded(), 'incomplete')
  await page.click('button', 'Download')
  await expectWhole(page)
})

test('in Firefox a download whose service worker is ended says so', async () => {
  // Ended a moment after each message, as a browser does that is short of memory.
  await using hasty = await startFirefox({
    'dom.serviceWorkers.idle_timeout': 500,
    'dom.serviceWorkers.idle_extended_timeout': 500,
  })
  const page = await hasty.newcomer(link)
  await page.click('button', 'Download')
  // This Firefox itself calls the beginning that it has a whole file, so that the page has to say it.
  await page.downloaded()
  await page.read(/Not complete\. Delete the file and try again\./)
})
