import { rm, truncate, writeFile } from 'node:fs/promises'
import { cancelUpload, choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test(
  'a stalled upload can be cancelled, and is sent with one more click',
  onlyInThoroughRun,
  async ({ site }, info) => {
    const page = await site.person()
    const path = info.outputPath('large.bin')
    await writeFile(path, '')
    await truncate(path, 40_000_000)
    await choose(page, path)
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed once')
    await site.freeze(page)
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await cancelUpload(page)
    await expect(page.getByText('large.bin', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed once')
    site.thaw()
    await send(page)
    await rm(path)
  },
)

test('a page without its file says why and what can be done', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 4(04|10)/)
  const page = await site.person()
  await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'File not found. It may have been deleted by the sender or removed.',
  )
  await expect(page.getByText('About File Expiration')).toBeVisible()
  await choose(page, smallFile())
  const { link, deletion } = await send(page)
  await page.goto(deletion)
  await page.getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
  await page.getByRole('link', { name: 'Upload New File' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
})

test.describe('the watch over every page', () => {
  test.fail('fails a test on an error of the page', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => queueMicrotask(() => Promise.reject(new Error('seen'))))
    await thrown
  })

  test.fail('fails a test on what the content policy forbids', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    const refused = page.waitForEvent('console')
    await page.evaluate(() =>
      document.body.append(Object.assign(new Image(), { src: 'http://elsewhere.test/' })),
    )
    await refused
  })
})
