import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { holdRanges } from '#tests/support/browser/network/hold-ranges.ts'
import { recordRequests } from '#tests/support/browser/network/record-requests.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import type { SentFile } from '#tests/support/transfers/sealed/bundles.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

const canary = 'canary-7f3a'
/** A picture of one yellow pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8f8FYDwAFsgJAz2tq2QAAAABJRU5ErkJggg==',
  'base64',
)
const words = `Dear ${canary},\n<script>alert(1)</script> & other words\n`
const files: SentFile[] = [
  { path: `Trip/${canary}.png`, bytes: png, type: 'image/png', thumbnail: png },
  { path: 'Trip/notes.txt', bytes: Buffer.from(words), type: 'text/plain' },
  { path: 'Trip/Old/page.html', bytes: Buffer.from('<script>alert(1)</script>'), type: 'image/png' },
  { path: 'data.bin', bytes: Buffer.from([0, 1, 2, 3]) },
]

/** Opens what was sealed as its receiver. Where to save it can't be asked in a test. */
async function openLink(page: Page, origin: string, ...sealing: Parameters<typeof seal>): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const sealed = await seal(...sealing)
  const { file } = await uploadSealed({ baseUrl: origin }, sealed)
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
}

/** Files that arrive with a click on a button. */
async function download(page: Page, name: string | RegExp) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const arrived = await coming
  const bytes = await readFile(await arrived.path())
  await expect(page.getByRole('heading', { name: /^All .+ arrived and were checked\.$/ })).toBeFocused()
  return { name: arrived.suggestedFilename(), bytes }
}

test('files of a sealed transfer are listed in their folders, looked at in the browser, and downloaded alone or together', async ({
  site,
}) => {
  const page = await site.person()
  const sent = recordRequests(page)
  await openLink(page, site.origin, files, { title: 'Trip' })
  await expect(page.getByRole('heading', { name: '4 files' })).toBeVisible()
  const list = page.locator('.c-list')
  await expect(list.getByRole('button', { name: /^Trip/ })).toHaveAttribute('aria-expanded', 'true')
  const thumbnail = page.locator('img.c-thumb')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await isFine(page, 'the files of a sealed transfer')

  const opener = page.getByRole('button', { name: `Preview ${canary}.png` })
  await opener.click()
  const picture = page.getByRole('dialog').getByRole('img', { name: `Trip/${canary}.png` })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'notes.txt' }).getByRole('document')).toHaveText(words.trim())
  await page.keyboard.press('ArrowRight')
  // Its sender calls it a picture.
  await expect(page.getByRole('dialog', { name: 'page.html' }).getByText('No preview.')).toBeVisible()
  await isFine(page, 'a preview of a sealed transfer')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  const one = await download(page, 'Download notes.txt')
  expect(one).toEqual({ name: 'notes.txt', bytes: Buffer.from(words) })
  const folder = readZip((await download(page, 'Download folder Trip')).bytes)
  expect(folder.map(({ path }) => path)).toEqual(files.slice(0, 3).map(({ path }) => path))
  await page.getByRole('checkbox', { name: 'Select data.bin' }).check()
  await page.getByRole('checkbox', { name: `Select ${canary}.png` }).check()
  const some = await download(page, /^Download 2 \(/)
  expect(some.name).toBe('Trip.zip')
  const zip = readZip(some.bytes)
  expect(zip.map(({ path }) => path).sort()).toEqual([`Trip/${canary}.png`, 'data.bin'])
  expect(zip.find(({ path }) => path.endsWith('.png'))?.content).toEqual(png)
  expect(sent.text()).not.toContain(canary)
})

test('a long sealed list is searched, and one download waits for another', async ({ site }) => {
  const page = await site.person()
  const many = Array.from({ length: 620 }, (_, n) => ({
    path: `Café/${n + 1}.txt`,
    bytes: Buffer.from(`${n}`),
  }))
  await openLink(page, site.origin, [...many, { path: 'film.bin', bytes: Buffer.alloc(3_000_000, 'film') }])
  await expect(page.getByRole('heading', { name: '621 files', level: 2 })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('cafe/61')
  await expect(page.locator('.c-list > li')).toHaveCount(11)
  await page.getByRole('searchbox', { name: 'Search files' }).fill('film')
  await holdRanges(page)
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download film.bin' }).click()
  await begun
  await expect(page.getByRole('progressbar', { name: 'Progress of the download' })).toBeVisible()
  await page.getByRole('button', { name: 'Download film.bin' }).click()
  await expect(page.getByText('One download at a time.').first()).toBeVisible()
})

test('a single sealed file is looked at in the browser', async ({ site }) => {
  const page = await site.person()
  await openLink(page, site.origin, [{ path: 'plan.png', bytes: png, type: 'image/png' }])
  await page.getByRole('button', { name: 'Preview' }).click()
  const picture = page.getByRole('dialog', { name: 'plan.png' }).getByRole('img', { name: 'plan.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await isFine(page, 'a preview of a single sealed file')
})
