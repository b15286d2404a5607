import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { goTo, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { choose, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { resumableEarly } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

/** Seven parts: the worker is still needed when the first five, of a request and ahead of it, are sealed. */
const bytes = randomBytes(110_000_000)

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Opens what was sealed before in a browser that asks nowhere where to save it. */
async function openFilm(page: Page, origin: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const sealed = await seal([{ path: 'film.bin', bytes }])
  const { file } = await uploadSealed({ baseUrl: origin }, sealed)
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
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
    const page = await site.person()
    await openFilm(page, site.origin)
    const devTools = await chromiumBrowser.newBrowserCDPSession()
    await slowDown(page, 4, 'down')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const download = await coming
    await goTo(page, 20)
    const { targetInfos } = await devTools.send('Target.getTargets')
    const workers = targetInfos.filter(({ type }) => type === 'service_worker')
    expect(workers.map(({ url }) => url)).toEqual([`${site.origin}/opened/worker.js`])
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
    const page = await site.person()
    page.on('dialog', (dialog) => void dialog.accept())
    await openFilm(page, site.origin)
    await slowDown(page, 4, 'down')
    const button = page.getByRole('button', { name: 'Download', exact: true })
    const coming = page.waitForEvent('download')
    await button.click()
    const cut = await coming
    await goTo(page, 20)
    await page.reload()
    expect(await cut.failure()).not.toBeNull()
    await slowDown(page, -1, 'down')
    const again = page.waitForEvent('download')
    await button.click()
    expect(digestOf(await readFile(await (await again).path()))).toBe(digestOf(bytes))
  },
)
