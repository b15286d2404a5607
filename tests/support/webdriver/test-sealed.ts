import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, type TestContext, test } from 'node:test'
import { startServerProcess } from '../server/server-process.ts'
import { openRelay } from '../services/relay.ts'
import { forEveryone } from '../transfers/sealed/sealed-transfers.ts'
import type { DrivenPage } from './driven-page.ts'

/** A browser that Debian ships. */
type Browser = AsyncDisposable & {
  /**
   * Someone who comes for the first time and has accepted the terms.
   * @param prepare source of a function that runs in the page before it saves anything
   */
  newcomer(address: string, prepare?: string): Promise<DrivenPage>
  /** Requests to other hosts than 127.0.0.1. */
  outside(): readonly string[]
}

/** A way to save that a page chooses in a browser that lacks what `prepare` takes away, and the address it gives the browser. */
export type Way = { readonly way: string; readonly prepare: string; readonly asks: RegExp }

export const noWorker = 'delete Navigator.prototype.serviceWorker'

/** Ways that every browser has. */
export const byWorker: Way = {
  way: 'as the browser saves it',
  prepare: '() => {}',
  asks: /\/opened\/[0-9a-f]{32}$/,
}

/** Seven parts; from 100 MiB on an upload goes on after a reload. */
const content = randomBytes(110_000_000)
const hash = hashOf(content)

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Tests that sealed transfers arrive in a browser over a line that is cut every 16 MB, while the server restarts.
 * @param leavesPiece whether the browser leaves what it has of a download that failed, which it calls failed then
 */
export async function testSealed(name: string, browser: Browser, ways: readonly Way[], leavesPiece: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-sealed-in-'))
  const relay = await openRelay({ cutAfter: 16_000_000 })
  const environment = {
    ...forEveryone,
    PUBLIC_URL: relay.origin,
    REQUEST_MIN_ACCOUNT_AGE: '0',
    LOG_LEVEL: 'warn',
  }
  const start = () => startServerProcess(join(folder, 'data'), environment)
  let server = await start()
  let link = ''

  before(() => relay.leadTo(server.baseUrl))
  afterEach(() => {
    assert.deepEqual(browser.outside(), [], 'nothing is asked of another host')
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    server.child.kill('SIGTERM')
    await server.exited
    await relay[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  /** Ends the server in the middle of what it does, and starts it again. */
  async function restart(): Promise<void> {
    server.child.kill('SIGKILL')
    await server.exited
    server = await start()
    relay.leadTo(server.baseUrl)
  }

  async function expectWhole(page: DrivenPage): Promise<void> {
    const arrived = await page.downloaded()
    assert.notEqual(arrived, 'incomplete')
    assert.equal(hashOf(await readFile(arrived)), hash)
  }

  /** Does `work`, says how long it took, and asserts that the line was cut meanwhile. */
  async function throughCuts(context: TestContext, work: () => Promise<void>): Promise<void> {
    const [begun, before] = [performance.now(), relay.cuts()]
    await work()
    const cuts = relay.cuts() - before
    context.diagnostic(`${((performance.now() - begun) / 1000).toFixed(0)} s, ${cuts} cuts`)
    assert.ok(cuts >= 5, `${cuts} cuts`)
  }

  test(`in ${name} a sealed upload goes on after cuts, a restart of the server and a reload`, async (context) => {
    const path = join(folder, 'film.bin')
    await writeFile(path, content)
    const page = await browser.newcomer(relay.origin)
    await page.choose(path)
    await page.click('switch', 'End-to-end encrypted')
    await throughCuts(context, async () => {
      await page.click('button', 'Upload 1 file')
      await page.read(/\b[1-9]\d%/)
      await restart()
      await page.read(/\b[4-9]\d%/)
      await page.reload()
      await page.choose(path)
      await page.see('heading', 'Continue this upload?')
      await page.click('button', 'Continue upload')
      await page.see('heading', 'Your link is ready.')
    })
    link = await page.value('textbox', 'Share link')
    assert.match(link, /#k=[\w-]{47}$/)
  })

  for (const { way, prepare, asks } of ways)
    test(`in ${name} a sealed file arrives whole through cuts and a restart, ${way}`, async (context) => {
      const page = await browser.newcomer(link, prepare)
      await throughCuts(context, async () => {
        await page.click('button', 'Download')
        await page.read(/\b[2-9]\d\s*%/)
        await restart()
        await page.read(/All 105\sMB arrived and were checked\./)
        await expectWhole(page)
      })
      assert.match((await page.asked()) ?? '', asks)
    })

  test(`in ${name} a receiver who reloads in the middle has no file, and gets it whole afterwards`, async () => {
    const page = await browser.newcomer(link)
    await page.click('button', 'Download')
    await page.read(/\b[2-9]\d\s*%/)
    await page.reload()
    const piece = await page.downloaded()
    if (leavesPiece) assert.notEqual(hashOf(await readFile(piece)), hash)
    else assert.equal(piece, 'incomplete')
    await page.click('button', 'Download')
    await expectWhole(page)
  })

  return {
    /** The link of what the first test has sent. */
    link: () => link,
    origin: relay.origin,
  }
}
