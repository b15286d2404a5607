import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { emailOf, newName, uploadAs } from '#tests/support/accounts/people.ts'
import { openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { pointAt, pointAway } from '#tests/support/browser/pointing.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// A server of its own: maintenance closes it for everybody.
test.use({ environment: { SUPPORT_MAIL: 'system@example.org' } })

const usual = 'Site is under maintenance. Please check back later.'

const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const run = (page: Page, name: string) => page.getByRole('button', { name: `Run ${name}` })

function change(dataDir: string, statement: string) {
  const database = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  database.exec(`pragma busy_timeout = 5000; ${statement}`)
  database.close()
}

test('uptime, memory, sessions, version, storage with its status, emails that were saved, and backups', async ({
  site,
}) => {
  const page = await site.person()
  const username = await openAdmin(page, site, 'system')
  const total = (name: string) => page.getByText(name, { exact: true }).locator('..')
  await expect(total('Uptime')).toHaveText(/^Uptime\d+d \d+h \d+msince \d+ \w+ \d{4}$/)
  await expect(total('Memory')).toHaveText(/^Memory\d+\sMBheap, of \d+\sMB$/)
  await expect(total('Active sessions')).toHaveText(/^Active sessions1$/)
  await expect(total('Version')).toHaveText(/^Version\d+\.\d+\.\d+$/)
  const disk = section(page, 'Storage Providers').getByRole('row').filter({ hasText: 'disk' })
  await expect(disk).toContainText('Available')

  const blobs = join(site.dataDir, 'blobs', 'staged')
  await rename(blobs, `${blobs}-away`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(disk).toContainText('Unavailable')
  await rename(`${blobs}-away`, blobs)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(disk).toContainText('Available')

  // Without a mail server administrators read how many emails were saved instead.
  await expect(page.getByText('saved, not sent')).toHaveCount(0)
  const data = { email: emailOf(username) }
  expect((await page.request.post('/api/auth/forgot-password', { data })).status()).toBe(200)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('1 email saved, not sent. No mail server is set up.')).toBeVisible({
      timeout: 500,
    })
  }).toPass()

  const backups = section(page, 'Backups')
  await expect(backups).toContainText('No backups yet.')
  await run(page, 'Database Backup').click()
  await expect(toast(page, /^Backup completed: \d{4}-\d\d-\d\dT/)).toBeVisible()
  const row = backups.getByRole('row').last()
  await expect(row.getByRole('cell').nth(0)).toHaveText(/^\d{4}-\d\d-\d\dT[\d-]+Z$/)
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/)
  await expect(row.getByRole('cell').nth(2)).toHaveText('Complete')
  await expect(row.getByRole('cell').nth(4)).toHaveText(/^[\d.]+\sKB$/)
})

test(
  'a system that does not answer leaves dashes, and the rest of the tab',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 502/)
    const page = await site.person()
    for (const path of ['system', 'maintenance'])
      await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ status: 502, body: 'no' }))
    await openAdmin(page, site, 'system')
    await expect(page.getByText('Uptime', { exact: true }).locator('..')).toContainText('–')
    await expect(section(page, 'Maintenance mode')).toContainText('Inactive')
    await expect(run(page, 'Database Backup')).toBeVisible()
    await expect(page.getByText('Error Loading Admin Dashboard')).toHaveCount(0)
  },
)

test('maintenance asks for a message, closes the service and opens it again', async ({ site }) => {
  site.expected.push(/status of 503/)
  const page = await site.person()
  await openAdmin(page, site, 'system')
  const panel = section(page, 'Maintenance mode')
  const enable = panel.getByRole('button', { name: 'Enable maintenance mode' })
  await enable.click()
  const prompt = page.getByRole('dialog', { name: 'Enable maintenance mode' })
  await expect(prompt.getByLabel('Message')).toHaveValue(usual)
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(enable).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
  await expect(panel).toContainText('Inactive')

  await enable.click()
  await prompt.getByLabel('Message').fill('New disks are being put in.')
  await prompt.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(toast(page, 'Maintenance mode enabled')).toBeVisible()
  await expect(panel.getByText('Active', { exact: true })).toBeVisible()
  await expect(panel).toContainText('New disks are being put in.')
  const visitor = await site.person()
  await visitor.goto('/')
  await expect(visitor.getByText('New disks are being put in.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Select Files' })).toHaveCount(0)
  // The buttons of mails work, and administrators sign in, however the address is written.
  for (const [path, heading] of [
    ['/stop-mails#none', 'Stop emails from this service'],
    ['/login/', 'Login'],
  ] as const) {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible()
  }
  await visitor.goto('/')

  await page.reload()
  await panel.getByRole('button', { name: 'Disable maintenance mode' }).click()
  await expect(toast(page, 'Maintenance mode disabled')).toBeVisible()
  await expect(panel).toContainText('Inactive')
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Select Files' })).toBeVisible()
})

test('the usual message is read by everybody in their own language', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 503/)
  const page = await site.person({ locale: 'fr-FR' })
  await become(page, 'administrator', newName('admin'), site.dataDir)
  await page.goto('/admin?tab=system')
  await page.getByRole('button', { name: 'Activer le mode maintenance' }).click()
  const prompt = page.getByRole('dialog')
  await expect(prompt.getByRole('textbox')).toHaveValue(/^Le site est en maintenance\./)
  await prompt.getByRole('button', { name: 'Activer', exact: true }).click()
  await expect(prompt).toBeHidden()
  const visitor = await site.person({ locale: 'de-DE' })
  await visitor.goto('/')
  await expect(
    visitor.getByText('Wegen Wartungsarbeiten ist der Dienst gerade nicht verfügbar.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Désactiver le mode maintenance' }).click()
  await expect(page.getByRole('button', { name: 'Activer le mode maintenance' })).toBeVisible()
})

test('a switch of maintenance that fails says so', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await openAdmin(page, site, 'system')
  await page.route('**/api/admin/maintenance/*', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Enable maintenance mode' }).click()
  const prompt = page.getByRole('dialog')
  await prompt.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(prompt.getByRole('alert')).toContainText('Failed to toggle maintenance mode')
  await page.unroute('**/api/admin/maintenance/*')
  await prompt.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(toast(page, 'Maintenance mode enabled')).toBeVisible()
  await page.route('**/api/admin/maintenance/*', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Disable maintenance mode' }).click()
  await expect(toast(page, 'Failed to toggle maintenance mode')).toBeVisible()
  await page.unroute('**/api/admin/maintenance/*')
  await page.getByRole('button', { name: 'Disable maintenance mode' }).click()
  await expect(toast(page, 'Maintenance mode disabled')).toBeVisible()
})

test('clean-ups by hand tell what they have come to', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site, 'system')
  await uploadAs(page, ['old-1.txt', 'old-2.txt'])
  const past = Date.now() - 1000
  change(site.dataDir, `update transfers set expires_at = ${past}`)
  await run(page, 'Cleanup Expired Files').click()
  // Whether by this or by the sweep that came a moment before, they are gone.
  await expect(toast(page, /^Cleanup completed: \d files processed$/)).toBeVisible()
  await run(page, 'Cleanup Expired Sessions').click()
  await expect(toast(page, /^Cleanup completed: \d sessions deleted$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('0 active files')).toBeVisible()
})

test(
  'a clean-up with errors names three of them and stays to be read',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.clock.install()
    await openAdmin(page, site, 'system')
    const errors = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `${name}: permission denied`)
    const details = { cleanedCount: 7, errorCount: 5, errors }
    await page.route('**/api/admin/cleanup', (route) => route.fulfill({ json: { success: true, details } }))
    await run(page, 'Cleanup Expired Files').click()
    const message = toast(page, 'Cleanup completed')
    await expect(message).toHaveText(
      [
        'Cleanup completed: 7 files processed',
        '5 errors:',
        'first: permission denied',
        'second: permission denied',
        'third: permission denied',
        '... and 2 more',
      ].join('\n'),
    )
    await page.clock.runFor(60_000)
    await expect(message).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(message).toHaveCount(0)
  },
)

test('a message goes by itself, unless someone points at it', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.clock.install()
  await openAdmin(page, site, 'system')
  await run(page, 'Cleanup Expired Sessions').click()
  const message = toast(page, 'sessions deleted')
  await pointAt(message)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.runFor(10_000)
  await expect(message).toBeVisible()
  await pointAway(page)
  await expect(message).toBeVisible()
  await page.clock.runFor(2900)
  await expect(message).toBeVisible()
  await page.clock.runFor(200)
  await expect(message).toHaveCount(0)
})

test('what fails says what it was, and why', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (409|502)/)
  const page = await site.person()
  await openAdmin(page, site, 'system')
  await page.route('**/api/admin/cleanup**', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.route('**/api/admin/cleanup/*', (route) => route.fulfill({ status: 502, body: 'no' }))
  for (const name of ['Cleanup Expired Files', 'Cleanup Expired Sessions']) {
    await run(page, name).click()
    await expect(toast(page, 'Cleanup failed')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  const json = {
    success: false,
    error: 'x',
    message: 'A backup is already running.',
    code: 'BACKUP_RUNNING',
  }
  await page.route('**/api/admin/backup', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json }) : route.continue(),
  )
  await run(page, 'Database Backup').click()
  await expect(toast(page, 'Backup failed')).toHaveText('Backup failed\nA backup is already running.')
})
