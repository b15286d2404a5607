import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { goTo, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { choose, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { resumableEarly } from '#tests/support/browser/resumable-early.ts'
import { expect, type Site, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

type Relay = Awaited<ReturnType<typeof openRelay>>

/** Seven parts: the worker is still needed when the first five, of a request and ahead of it, are sealed. */
const bytes = randomBytes(110_000_000)

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Opens what was sealed before, over a line that stops in the middle of a download until it is let go, in a browser that asks
 * nowhere where to save it.
 */
async function openFilm(site: Site, relay: Relay): Promise<Page> {
  site.expected.push(new RegExp(relay.origin), /Failed to load resource/)
  relay.leadTo(site.origin)
  const page = await site.person({ baseURL: relay.origin })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const sealed = await seal([{ path: 'film.bin', bytes }])
  const { file } = await uploadSealed({ baseUrl: site.origin }, sealed)
  const { pathname } = new URL(file.downloadUrl)
  await page.goto(`${pathname}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
  relay.hold(40_000_000)
  return page
}

/** Ends a worker as a browser does that is short of memory: nobody is told. */
async function kill(page: Page, name: string): Promise<void> {
  const found = page.workers().find((worker) => worker.url().includes(name))
  expect(
    found,
    page
      .workers()
      .map((worker) => worker.url())
      .join(),
  ).toBeDefined()
  await found?.evaluate(() => self.close())
}

async function sendFilm(page: Page, info: TestInfo): Promise<void> {
  const path = info.outputPath('film.bin')
  await writeFile(path, bytes)
  await choose(page, path)
  await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
  await slowDown(page, 12)
  await sendButton(page).click()
}

test(
  'an upload whose worker is ended goes on under the same salts, and arrives whole',
  onlyInThoroughRun,
  async ({ site }, info) => {
    const page = await site.person()
    await resumableEarly(page)
    await sendFilm(page, info)
    for (const percent of [5, 50]) {
      await goTo(page, percent)
      await kill(page, 'sealing')
    }
    await slowDown(page, -1)
    const { link } = await linksOf(page)
    const receiver = await site.person()
    await receiver.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await receiver.goto(link)
    const coming = receiver.waitForEvent('download')
    await receiver.getByRole('button', { name: 'Download', exact: true }).click()
    expect(digestOf(await readFile(await (await coming).path()))).toBe(digestOf(bytes))
  },
)

const incomplete = (page: Page) =>
  page.getByRole('heading', { name: 'Not complete. Delete the file and try again.' })

test(
  'a download whose service worker is ended is no file, and says so',
  onlyInThoroughRun,
  async ({ site, chromiumBrowser }) => {
    test.setTimeout(120_000)
    await using relay = await openRelay()
    const page = await openFilm(site, relay)
    const devTools = await chromiumBrowser.newBrowserCDPSession()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const download = await coming
    await goTo(page, 20)
    const { targetInfos } = await devTools.send('Target.getTargets')
    const workers = targetInfos.filter(({ type }) => type === 'service_worker')
    expect(workers.map(({ url }) => url)).toEqual([`${relay.origin}/opened/worker.js`])
    for (const { targetId } of workers) await devTools.send('Target.closeTarget', { targetId })
    expect(await download.failure()).not.toBeNull()
    await expect(incomplete(page)).toBeVisible({ timeout: 45_000 })
  },
)

test(
  'a receiver who reloads in the middle of a download has no file, and gets it whole afterwards',
  onlyInThoroughRun,
  async ({ site }) => {
    test.setTimeout(120_000)
    await using relay = await openRelay()
    const page = await openFilm(site, relay)
    const button = page.getByRole('button', { name: 'Download', exact: true })
    const coming = page.waitForEvent('download')
    await button.click()
    const cut = await coming
    await goTo(page, 20)
    await page.reload()
    expect(await cut.failure()).not.toBeNull()
    relay.letGo()
    const again = page.waitForEvent('download')
    await button.click()
    expect(digestOf(await readFile(await (await again).path()))).toBe(digestOf(bytes))
  },
)

test('a download goes on where its line broke, and arrives whole', onlyInThoroughRun, async ({ site }) => {
  test.setTimeout(120_000)
  await using relay = await openRelay()
  site.expected.push(new RegExp(relay.origin), /Failed to load resource/)
  const page = await openFilm(site, relay)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const download = await coming
  await goTo(page, 20)
  relay.leadTo('http://127.0.0.1:9')
  relay.cut()
  await expect(page.getByText('Waiting for the connection.')).toBeVisible()
  relay.leadTo(site.origin)
  relay.letGo()
  expect(digestOf(await readFile(await download.path()))).toBe(digestOf(bytes))
  await expect(page.getByRole('heading', { name: /^All .+ arrived and were checked\.$/ })).toBeFocused()
})
