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

test('a toast stays while it has the focus and beyond its page, is closed with a key, and of three lines until its page is left', async ({
  site,
}) => {
  site.expected.push(/status of 429/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.clock.install()
  await page.goto('/portal/profile')
  const upgrade = page.getByRole('button', { name: 'Upgrade to Pro' })
  await upgrade.click()
  const soon = toast(page, 'Pro is coming soon.')
  await expect(soon).toBeVisible()
  const close = page.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.clock.runFor(20_000)
  await expect(soon).toBeVisible()
  await close.blur()
  await page.clock.runFor(5000)
  await expect(soon).toBeHidden()
  await upgrade.click()
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(soon).toBeHidden()

  await upgrade.click()
  await expect(soon).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)
  await walkTo(page, '/portal/files')
  await expect(soon).toBeVisible()
  await walkTo(page, '/pricing')
  await expect(soon).toBeVisible()
  await page.clock.runFor(5000)
  await expect(soon).toBeHidden()
  await page.clock.resume()

  await walkTo(page, '/portal/profile?section=data')
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
