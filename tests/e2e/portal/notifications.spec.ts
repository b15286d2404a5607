import type { Page } from '@playwright/test'
import { ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { downloadCount } from '#tests/support/transfers/transfers.ts'

/** Fetches every file of the signed-in person, as someone else would, and waits until that has been counted. */
async function fetchAll(page: Page, times = 1): Promise<void> {
  await page.goto('/portal/files')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  const { files } = await (await page.request.get('/api/files/user/files', { headers })).json()
  for (const { id } of files) {
    for (let time = 0; time < times; time += 1) {
      const ticket = await page.request.post(`/api/download/${id}/ticket`, { data: {} })
      expect((await page.request.get((await ticket.json()).url)).status()).toBe(200)
      await expect.poll(() => downloadCount(new URL(page.url()).origin, id)).toBe(time + 1)
    }
  }
}

test('the bell shows what happened to one’s files until that is read', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog).toContainText('No notifications yet. You’ll see downloads and expiries here.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await uploadAs(page, ['plan.txt', 'budget.txt'])
  await fetchAll(page, 2)
  await page.goto('/terms')
  const rows = dialog.getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click({ timeout: 5000 })
    await expect(rows).toHaveText([/Downloaded 2 times/, /Downloaded 2 times/], { timeout: 5000 })
  }).toPass()
  await expect(rows.filter({ hasText: 'plan.txt' })).toContainText('New')
  // Seen is not read.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeFocused()
  await page.keyboard.press('Enter')
  await rows.getByRole('link', { name: 'plan.txt' }).click()
  await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(rows.filter({ hasText: 'plan.txt' })).not.toContainText('New')
  await dialog.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(dialog).not.toContainText('New')
  await expect(dialog.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('link', { name: 'Email Preferences' }).click()
  await expect(page).toHaveURL(/\/portal\/profile$/)
})

test('the list stands beside the bell, and on a phone at the bottom, and the page behind it stays usable', async ({
  site,
}) => {
  const page = await site.person({ ...ownAddress(), viewport: { width: 1280, height: 800 } })
  await signUp(page)
  await page.goto('/terms')
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await bell.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await expect(dialog).toBeFocused()
  await expect(bell).toHaveAttribute('aria-expanded', 'true')
  const [from, list] = [await bell.boundingBox(), await dialog.boundingBox()]
  expect(Math.abs((list?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0))).toBeLessThan(20)
  await bell.click()
  await expect(dialog).toBeHidden()
  await bell.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(dialog).toBeHidden()
  await bell.click()
  await page.getByRole('link', { name: 'Back to Home' }).focus()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  await bell.click()
  await expect(dialog).toBeVisible()
  const sheet = await dialog.boundingBox()
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844)
  await page.mouse.click(195, 100)
  await expect(dialog).toBeHidden()
})

test('of earlier ones the first takes the focus', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/terms')
  const one = (id: number) => ({
    id: `n${id}`,
    kind: 'expired',
    ref: 'a'.repeat(22),
    filename: `${id}.txt`,
    times: 1,
    by: null,
    happenedAt: new Date().toISOString(),
    read: true,
  })
  await page.route('**/api/notifications?*', (route) => {
    const begin = (Number(new URL(route.request().url()).searchParams.get('page')) - 1) * 2
    const notifications = [one(begin + 1), one(begin + 2)]
    return route.fulfill({ json: { success: true, notifications, total: 4, unread: 0 } })
  })
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('button', { name: 'Show earlier' }).press('Enter')
  await expect(page.getByRole('link', { name: /^3\.txt/ })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show earlier' })).toBeHidden()
})

test('what cannot be loaded is asked for again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 500/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/terms')
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t load your notifications.')
  await page.unroute('**/api/notifications?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No notifications yet. You’ll see downloads and expiries here.')).toBeVisible()
})

for (const { name, options } of looks) {
  test(`the bell and its list are clean, ${name}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await uploadAs(page, ['plan.txt'])
    await fetchAll(page)
    const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
    await expect(async () => {
      await page.goto('/portal/profile')
      await expect(bell).toBeVisible({ timeout: 5000 })
    }).toPass()
    await isClean(page, 'unread')
    await bell.click()
    await expect(page.getByText('plan.txt')).toBeVisible()
    await isClean(page, 'list')
  })
}
