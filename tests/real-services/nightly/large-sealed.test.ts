import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { watchTabMemory } from '#tests/support/browser/threads/tab-memory.ts'
import { createLargeContent } from '#tests/support/samples/large-content.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { forEveryone } from '#tests/support/transfers/sealed/sealed-transfers.ts'

/** Past 2^31, where bit operators and `Content-Length` of some browsers end. */
const mebibytes = 3 * 1024
/** Bytes after which every connection is cut: more than fifty times each way. */
const cutAfter = 55_000_000
/** Bytes per second of the line. */
const pace = 12_000_000
const patience = 60 * 60_000

const folder = await mkdtemp(join(tmpdir(), 'restante-large-sealed-'))
const path = join(folder, 'film.bin')
const relay = await openRelay({ cutAfter, pace })
let server: Awaited<ReturnType<typeof start>>
let browser: BrowserContext
let link: string

function start() {
  return startServerProcess(join(folder, 'data'), {
    ...forEveryone,
    PUBLIC_URL: relay.origin,
    FREE_FILE_SIZE: '4GB',
    LOG_LEVEL: 'warn',
  })
}

/** Ends the server in the middle of what it does, and starts it again a moment later. */
async function restart(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.exited
  server = await start()
  relay.leadTo(server.baseUrl)
}

before(async () => {
  server = await start()
  relay.leadTo(server.baseUrl)
  await writeFile(path, createLargeContent(mebibytes)())
  browser = await chromium.launchPersistentContext(join(folder, 'profile'), await browserOptions())
  await browser.addCookies(acceptanceOf(relay.origin))
  await browser.addInitScript(() => {
    // Leaves out the way that asks for a place to save, which picker-sealed.test.ts answers.
    Reflect.deleteProperty(window, 'showSaveFilePicker')
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Reflect.set(window, 'longestFrame', Math.max(Reflect.get(window, 'longestFrame') ?? 0, duration))
    }).observe({ type: 'long-animation-frame' })
  })
})
after(async () => {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.exited
  await relay[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

async function newPage(): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  return page
}

/** Waits until so much of what is under way has gone. */
async function goTo(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar').first()
  while (Number(await bar.getAttribute('aria-valuenow')) < percent) await setTimeout(250)
}

/** Does `work`, says how it went, and asserts what a person notices of a page that computes. */
async function watched(context: TestContext, page: Page, work: () => Promise<void>): Promise<void> {
  const before = { time: performance.now(), cuts: relay.cuts() }
  using memory = watchTabMemory(join(folder, 'profile'))
  // The page was loaded by a server that had just begun.
  await page.evaluate(() => Reflect.set(window, 'longestFrame', 0))
  await work()
  const seconds = (performance.now() - before.time) / 1000
  const longest = Number(await page.evaluate(() => Reflect.get(window, 'longestFrame') ?? 0))
  const cuts = relay.cuts() - before.cuts
  const mb = memory.most() / 1e6
  context.diagnostic(
    `${seconds.toFixed(0)} s, ${cuts} cuts, ${mb.toFixed(0)} MB of the tab, longest frame ${longest.toFixed(0)} ms`,
  )
  assert.ok(cuts >= 50, `${cuts} cuts`)
  // Some parts of 16 MiB, and not what grows with the transfer.
  assert.ok(mb < 300, `${mb} MB`)
}

test('3 GiB are sealed and sent over a line that is cut fifty times, while the server restarts', async (context) => {
  const page = await newPage()
  await page.goto(relay.origin)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Select Files' }).click()
  await (await chooser).setFiles(path)
  await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
  await watched(context, page, async () => {
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await goTo(page, 40)
    await restart()
    await page.getByRole('heading', { name: 'Your link is ready.' }).waitFor()
    link = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
  })
  assert.match(link, /#k=[\w-]{47}$/)
  await page.close()
})

test('they arrive whole over that line, while the server restarts', async (context) => {
  const page = await newPage()
  await page.goto(link)
  await watched(context, page, async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await goTo(page, 60)
    await restart()
    const saved = await (await coming).path()
    await page.getByRole('heading', { name: 'All 3 GB arrived and were checked.' }).waitFor()
    assert.equal(await hashOf(saved), await hashOf(path))
  })
})
