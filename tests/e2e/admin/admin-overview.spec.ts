import { changeAccount, uploadAs } from '#tests/support/accounts/people.ts'
import { addUser, bearer, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

// A server of its own: its totals are counted.
test.use({ environment: { SUPPORT_MAIL: 'overview@example.org' } })

test('totals, where the files lie, and the latest ten things that happened', async ({ site }) => {
  const page = await site.person()
  const admin = await openAdmin(page, site)
  for (const isPro of [true, false, false]) await addUser(page, { isPro })
  await uploadAs(
    page,
    Array.from({ length: 9 }, (_, index) => `plan-${index}.txt`),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  const total = (name: string) => page.getByText(name, { exact: true }).locator('..')
  await expect(total('Total Users')).toHaveText('Total Users4+4 this week')
  await expect(total('Total Files')).toHaveText('Total Files9+9 this week')
  await expect(total('Storage Used')).toHaveText(/^Storage Used4\.39\sKB9 active files$/)
  await expect(total('Pro Users')).toHaveText('Pro Users125% of total')

  const distribution = page.locator('section', {
    has: page.getByRole('heading', { name: 'Storage Distribution' }),
  })
  await expect(distribution.getByRole('listitem')).toHaveText(/^Disk4\.39\sKB9 files · 100%$/)

  const recent = page.locator('section', { has: page.getByRole('heading', { name: 'Recent Activity' }) })
  await expect(recent.getByRole('listitem')).toHaveCount(10)
  await expect(recent.getByRole('listitem').first()).toHaveText(`plan-8.txt${admin}now`)
  await expect(recent.getByRole('listitem').last()).toHaveText(/^user-\w+ created an accountuser-\w+now$/)
})

test('what is end-to-end encrypted is called so in the latest', async ({ site }) => {
  const page = await site.person()
  const admin = await openAdmin(page, site)
  const headers = await bearer(page)
  await uploadSealed({ baseUrl: site.origin }, await seal(), {}, { headers })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('.act li').first()).toHaveText(`End-to-end encrypted files${admin}now`)
})

test('after an upgrade an administrator sees its news, once', async ({ site }) => {
  const page = await site.person()
  const admin = await openAdmin(page, site)
  const news = page.getByRole('region', { name: 'What’s new in 1.' })
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(news).toHaveCount(0)
  changeAccount(site.dataDir, admin, 'news_read', 0)
  await page.reload()
  await expect(news).toContainText('End-to-end encryption is on for people with an account')
  await news.getByText('All changes').click()
  await expect(news.getByRole('heading', { name: 'For senders' })).toBeVisible()
  await news.getByRole('button', { name: 'Got it' }).click()
  await expect(news).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('what is on its way keeps the place of what comes', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ viewport: { width: 1280, height: 900 } })
  await openAdmin(page, site)
  await page.goto('/terms')
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/admin/**', async (route) => {
    await answers.promise
    await route.continue()
  })
  async function placeOf(name: string) {
    return (await page.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0
  }
  const placesOf = (...names: string[]) => Promise.all(names.map(placeOf))
  const about = (places: number[]) => places.map((y) => expect.closeTo(y, -1))
  await page.goto('/admin')
  await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText('Loading...')
  const overview = ['Pro Users', 'Storage Distribution', 'Recent Activity']
  const before = await placesOf(...overview)
  await page.getByRole('tab', { name: 'System' }).click()
  const system = ['Version', 'System Actions', 'Storage Providers', 'Backups']
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  const systemBefore = await placesOf(...system)
  answers.resolve()
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  expect(await placesOf(...system)).toEqual(about(systemBefore))
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText(/^\d+ active files$/)).toBeVisible()
  expect(await placesOf(...overview)).toEqual(about(before))
})

test('tabs by keyboard and in the address', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site)
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Overview').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Files'],
    ['ArrowRight', 'Users'],
    ['End', 'Settings'],
    ['ArrowRight', 'Overview'],
    ['ArrowLeft', 'Settings'],
    ['Home', 'Overview'],
    ['ArrowRight', 'Files'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Admin · Restante`)
  }
  await page.reload()
  await expect(tab('Files')).toHaveAttribute('aria-selected', 'true')
  await tab('Users').click()
  await page.goBack()
  await expect(tab('Files')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
})

test('what cannot be loaded says so and can be tried again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 502, body: 'no' }))
  await openAdmin(page, site)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error Loading Admin Dashboard')
  await expect(alert).toContainText('Failed to load dashboard data')
  await page.unroute('**/api/admin/dashboard')
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(alert).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the words of the server for a failure come first', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 500/)
  const page = await site.person()
  const json = {
    success: false,
    error: 'Server error',
    message: 'The disk is on fire.',
    code: 'SOMETHING_NEW',
  }
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 500, json }))
  await openAdmin(page, site)
  await expect(page.getByRole('alert')).toContainText('The disk is on fire.')
})

test('a refresh that fails keeps what is there', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await openAdmin(page, site)
  await expect(page.getByText('Total Users')).toBeVisible()
  // Until the numbers are there, a refresh waits for the answer that is on its way.
  await expect(page.locator('.admin-totals')).toHaveAttribute('aria-busy', 'false')
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(toast(page, 'Failed to load dashboard data')).toBeVisible()
  await expect(page.getByText('Total Users')).toBeVisible()
})
