import type { Page } from '@playwright/test'
import { ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { chooseInFileMenu } from '#tests/support/browser/pages/file-menu.ts'
import { pointAt, pointAway } from '#tests/support/browser/pointing.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

/** Expects that a toast stays for so many milliseconds from when nobody points at it any more, while time stands. */
async function staysFor(page: Page, duration: number, text: string): Promise<void> {
  await pointAt(toast(page, text))
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await expect(toast(page, text)).toBeVisible()
  await pointAway(page)
  await expect(toast(page, text)).toBeVisible()
  await page.clock.runFor(duration - 50)
  await expect(toast(page, text)).toBeVisible()
  await page.clock.runFor(100)
  await expect(toast(page, text)).toBeHidden()
  await page.clock.resume()
}

test(
  'a success stays for 3 seconds, a message for 4, an error for 5',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 502/)
    const page = await site.person({ ...ownAddress(), acceptDownloads: true })
    await signUp(page)
    await uploadAs(page, ['open.txt'])
    await page.clock.install()
    await page.goto('/portal/profile?section=data')
    await page.route('**/api/users/export', (route) => route.fulfill({ status: 502, body: 'no' }))
    await page.getByRole('button', { name: 'Export my data' }).click()
    await staysFor(page, 5000, 'Couldn’t export your data. Please try again.')

    await page.goto('/portal/files')
    await chooseInFileMenu(page, 'open.txt', 'Download')
    await staysFor(page, 4000, 'Your download has started.')

    await chooseInFileMenu(page, 'open.txt', 'Delete')
    await page.getByRole('button', { name: 'Delete File' }).click()
    await staysFor(page, 3000, 'open.txt was deleted.')
  },
)

test('a toast stays while it has the focus, and is closed with a key', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/portal/profile')
  await page.clock.install()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const soon = 'Pro is coming soon.'
  await expect(toast(page, soon)).toBeVisible()
  const close = page.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.clock.runFor(20_000)
  await expect(toast(page, soon)).toBeVisible()
  await close.blur()
  await page.clock.runFor(5000)
  await expect(toast(page, soon)).toBeHidden()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, soon)).toBeHidden()
})

test('toasts lie at the top right, also on pages that nobody signs in to', async ({ site }) => {
  site.expected.push(/Failed to load resource/)
  const page = await site.person({ viewport: { width: 1280, height: 800 } })
  await page.goto('/pricing')
  const language = page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' })
  await expect(language).toHaveValue('en')
  await page.route('**/fr-base.json', (route) => route.abort())
  await language.selectOption('Français')
  const message = toast(page, 'Couldn’t change the language')
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  expect(box?.x).toBeGreaterThan(640)
  expect(box?.y).toBeLessThan(200)
})

test('a message is not lost to another page', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.clock.install()
  await page.goto('/portal/profile')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const soon = toast(page, 'Pro is coming soon.')
  await expect(soon).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)
  await walkTo(page, '/portal/files')
  await expect(soon).toBeVisible()
  await walkTo(page, '/pricing')
  await expect(soon).toBeVisible()
  await page.clock.runFor(5000)
  await expect(soon).toBeHidden()
})

test('a message of three lines stays until its page is left', async ({ site }) => {
  site.expected.push(/status of 429/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.clock.install()
  await page.goto('/portal/profile?section=data')
  const refusal = { success: false, error: 'x', message: 'x', code: 'RATE_LIMITED' }
  await page.route('**/api/users/export', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: refusal }),
  )
  await page.getByRole('button', { name: 'Export my data' }).click()
  const refused = toast(page, 'Couldn’t export your data. Please try again.')
  await expect(refused).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(refused).toBeVisible()
  await walkTo(page, '/portal/files')
  await expect(refused).toBeHidden()
})
