import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inLongRun } from '#tests/support/server/thoroughness.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

const bytes = Buffer.alloc(3_000_000, 'film')

/** Opens a sealed film in a browser that asks nowhere where to save it, and has no worker that hands it on. */
async function openFilm(page: Page, origin: string): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker')
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
  const sealed = await seal([{ path: 'film.bin', bytes }])
  const { file } = await uploadSealed({ baseUrl: origin }, sealed)
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
}

/** Sizes of the files that only the site sees in this browser. */
function ownFiles(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const sizes: number[] = []
    const root = await navigator.storage.getDirectory()
    for await (const folder of root.values()) {
      if (!(folder instanceof FileSystemDirectoryHandle)) continue
      for await (const file of folder.values())
        if (file instanceof FileSystemFileHandle) sizes.push((await file.getFile()).size)
    }
    return sizes
  })
}

const button = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })

test('a browser that saves nothing as it comes gets the file out of its own storage, which holds it no longer than it has to', async ({
  site,
}) => {
  const page = await site.person()
  page.on('dialog', (dialog) => void dialog.accept())
  await openFilm(page, site.origin)
  const coming = page.waitForEvent('download')
  await button(page).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('film.bin')
  expect(await readFile(await download.path())).toEqual(bytes)
  await expect(page.getByRole('heading', { name: /^All .+ arrived and were checked\.$/ })).toBeFocused()
  expect(await ownFiles(page)).toEqual([bytes.length])
  // Another tab of the same browser leaves it alone, as long as this one may still be copying.
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Select Files' })).toBeVisible()
  expect(await ownFiles(other)).toEqual([bytes.length])
  // Leaving takes it away.
  await page.goto('/privacy')
  await expect.poll(() => ownFiles(other)).toEqual([])
})

test('what a tab left that is no more is taken away by the next start', async ({ site }) => {
  const page = await site.person()
  await page.goto('/')
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('saving', { create: true })
    const file = await (await folder.getFileHandle('left', { create: true })).createWritable()
    await file.write('plaintext')
    await file.close()
    localStorage.setItem('restante.ownFiles', '1')
  })
  expect(await ownFiles(page)).toEqual(['plaintext'.length])
  await page.goto('/privacy')
  await expect.poll(() => ownFiles(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('restante.ownFiles'))).toBeNull()
})

test(
  'a download that is ended leaves nothing, and without room the file is put together in memory',
  inLongRun,
  async ({ site }) => {
    const page = await site.person()
    await openFilm(page, site.origin)
    await expect(button(page)).toBeVisible()
    await page.route('**/*', (route) => (route.request().headers().range ? undefined : route.continue()))
    await button(page).click()
    await expect(page.getByRole('progressbar', { name: 'Progress of the download' })).toBeVisible()
    const before = await ownFiles(page)
    expect(before.length).toBeGreaterThan(0)
    // The start of another tab takes away nothing of what is being written, and no file beside it.
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await other.reload()
    await expect(other.getByRole('button', { name: 'Select Files' })).toBeVisible()
    expect(await ownFiles(page)).toEqual(before)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Nothing was saved.')).toBeVisible()
    await expect.poll(() => ownFiles(page)).toEqual([])
    await page.unroute('**/*')
    await page.evaluate(() => {
      navigator.storage.estimate = async () => ({ quota: 1_000_000, usage: 0 })
    })
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await readFile(await (await coming).path())).toEqual(bytes)
    expect(await ownFiles(page)).toEqual([])
  },
)

/** Starts another tab of the same browser, which has looked through all that tabs have left when this returns. */
async function startAnotherTab(page: Page): Promise<void> {
  const context = page.context()
  const other = await context.newPage()
  // One on each side of every name that a tab gives.
  const left = ['-left', 'z-left']
  await other.goto('/privacy')
  await other.evaluate(async (names) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('saving', { create: true })
    for (const name of names) await folder.getFileHandle(name, { create: true })
    localStorage.setItem('restante.ownFiles', '1')
  }, left)
  await other.reload()
  const stillThere = () =>
    other.evaluate(async (names) => {
      const root = await navigator.storage.getDirectory()
      const found: string[] = []
      for await (const name of (await root.getDirectoryHandle('saving')).keys())
        if (names.includes(name)) found.push(name)
      return found
    }, left)
  await expect.poll(stillThere).toEqual([])
  await other.close()
}

test(
  'a save ends whole, whenever another tab starts: before its first byte, while it is written, and while it is copied',
  inLongRun,
  async ({ site }) => {
    const page = await site.person()
    page.on('dialog', (dialog) => void dialog.accept())
    // A browser itself keeps others from a file that it writes, but not before and not after that.
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype
      Object.assign(Worker.prototype, {
        postMessage(...message: unknown[]) {
          const send = () => Reflect.apply(postMessage, this, message)
          const [order] = message
          if (!order || typeof order !== 'object' || !('open' in order)) return send()
          addEventListener('write-now', send, { once: true })
        },
      })
    })
    await openFilm(page, site.origin)
    await expect(button(page)).toBeVisible()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/*', async (route) => {
      if (route.request().headers().range) await answered
      await route.continue()
    })
    const coming = page.waitForEvent('download')
    await button(page).click()
    await expect.poll(() => ownFiles(page)).toEqual([0])
    await startAnotherTab(page)
    expect(await ownFiles(page)).toEqual([0])
    await page.evaluate(() => dispatchEvent(new Event('write-now')))
    await expect(page.getByRole('progressbar', { name: 'Progress of the download' })).toBeVisible()
    await startAnotherTab(page)
    answer()
    const download = await coming
    await startAnotherTab(page)
    expect(await readFile(await download.path())).toEqual(bytes)
    expect(await ownFiles(page)).toEqual([bytes.length])
  },
)
