import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { choose, send, smallFile } from '#tests/support/home.ts'
import { expect, test } from '#tests/support/site.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa']

async function isClean(page: Page, state: string): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(standards).analyze()
  expect(
    passes.map(({ id }) => id),
    'the strictest contrast was looked at',
  ).toContain('color-contrast-enhanced')
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, state).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`every state is clean, ${colorScheme}, ${width} px`, async ({ site }) => {
      site.expected.push(/status of (403|404|502)/)
      const page = await site.person({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await isClean(page, 'home')
      await choose(page, smallFile())
      await page.getByText('Encryption', { exact: false }).first().click()
      await isClean(page, 'selected')
      site.freeze()
      await page.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect(page.getByText('Everything has arrived').first()).toBeVisible()
      await isClean(page, 'uploading')
      site.thaw()
      await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
      await choose(page, smallFile())
      await page.route('**/api/files/upload', (route) => route.fulfill({ status: 502, body: 'no' }))
      await page.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await isClean(page, 'failed')
      await page.unroute('**/api/files/upload')
      await page.getByRole('textbox', { name: 'File password' }).fill('secret')
      const { link, deletion } = await send(page)
      await page.getByRole('button', { name: 'Show QR Code' }).click()
      await expect(page.getByRole('img', { name: 'QR code for the share link' })).toBeVisible()
      await isClean(page, 'done')
      await page.goto(link)
      await expect(page.getByRole('button', { name: 'Download File' })).toBeVisible()
      await isClean(page, 'download')
      await page.getByRole('textbox', { name: 'File password' }).fill('wrong')
      await page.getByRole('button', { name: 'Download File' }).click()
      await expect(page.getByText('Invalid file password. Please try again.')).toBeVisible()
      await isClean(page, 'wrong password')
      await page.goto(deletion)
      await expect(page.getByRole('button', { name: 'Delete File' })).toBeVisible()
      await isClean(page, 'deletion')
      await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
      await expect(page.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
      await isClean(page, 'not available')
      await page.clock.install()
      await page.goto(link)
      await expect(page.getByRole('timer')).toBeVisible()
      await page.clock.fastForward('03:00:01')
      await expect(page.getByText('This file has expired')).toBeVisible()
      await isClean(page, 'expired')
      await page.goto(deletion)
      await page.getByRole('button', { name: 'Delete File' }).click()
      await expect(page.getByRole('heading', { name: 'File Deleted' })).toBeVisible()
      await isClean(page, 'deleted')
    })
  }
}

test('nothing scrolls sideways at 320 px', async ({ site }) => {
  site.expected.push(/status of (403|404|502)/)
  const page = await site.person({ viewport: { width: 320, height: 640 } })
  async function fits(state: string) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over, state).toBeLessThanOrEqual(0)
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await fits('home')
  await choose(page, smallFile(`${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`))
  await fits('selected')
  await page.getByText('Encryption', { exact: false }).first().click()
  await fits('every option')
  await page.route('**/api/files/upload', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await fits('failed')
  await page.unroute('**/api/files/upload')
  await page.getByRole('textbox', { name: 'File password' }).fill('secret')
  site.freeze()
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByText('Everything has arrived').first()).toBeVisible()
  await fits('uploading')
  site.thaw()
  await page.getByRole('button', { name: 'Upload Another File' }).click()
  await choose(page, smallFile(`${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`))
  await page.getByRole('textbox', { name: 'File password' }).fill('secret')
  const { link, deletion } = await send(page)
  await page.getByRole('button', { name: 'Show QR Code' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the share link' })).toBeVisible()
  await fits('done')
  for (const address of [link, deletion, '/download/AAAAAAAAAAAAAAAAAAAAAA', '/terms']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(address)
  }
  await page.clock.install()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'File password' }).fill('wrong')
  await page.getByRole('button', { name: 'Download File' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await fits('wrong password')
  await page.clock.fastForward('03:00:01')
  await expect(page.getByText('This file has expired')).toBeVisible()
  await fits('expired')
})
