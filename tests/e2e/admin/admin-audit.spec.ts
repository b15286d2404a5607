import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newName } from '#tests/support/accounts/people.ts'
import { addUser, cellsOf, changeUser, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const log = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Audit log', exact: true }) })
const rows = (page: Page) => log(page).getByRole('row')

/** The day that it is for a page, such as 2026-11-21. */
function today(page: Page): Promise<string> {
  return page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
  })
}

test('who did what to whom, filtered, searched, by day and exported', async ({ site }) => {
  const page = await site.person()
  // It may be another one before the test is over.
  const day = await today(page)
  const admin = await openAdmin(page, site, 'system')
  const user = await addUser(page, { username: newName('subject') })
  await changeUser(page, user, { isPro: true, isActive: false })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await log(page).getByRole('searchbox', { name: 'Search names' }).fill(user.username)
  // The log has as many rows on a fresh service.
  await expect(rows(page).nth(1)).toContainText('Updated a user')
  await expect(rows(page)).toHaveCount(3)
  const [changed, added] = [await cellsOf(rows(page).nth(1)), await cellsOf(rows(page).nth(2))]
  expect(changed[0]).toMatch(/^Updated a user(disabled, Pro|Pro, disabled)$/)
  expect(added[0]).toMatch(/^Added a user/)
  for (const cells of [changed, added]) {
    expect(cells[1]).toBe(admin)
    expect(cells[2]).toBe(user.username)
    expect(cells[4]).toMatch(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/)
  }
  expect(changed[3]).toBe('127.0.0.0/24')

  await log(page).getByRole('button', { name: 'Sign-ins', exact: true }).click()
  await expect(log(page)).toContainText('No entries found.')
  await log(page).getByRole('searchbox').fill(admin)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('Signed in')

  await log(page).getByLabel('From').fill('2024-01-01')
  await log(page).getByLabel('To').fill('2024-12-31')
  await expect(log(page)).toContainText('No entries found.')
  // Both days are within.
  await log(page)
    .getByLabel('To')
    .fill(await today(page))
  await expect(rows(page)).toHaveCount(2)
  await log(page).getByLabel('To').fill('2024-12-31')
  await expect(log(page)).toContainText('No entries found.')
  await log(page).getByLabel('To').fill('')
  await log(page).getByLabel('From').fill(day)
  await expect(rows(page)).toHaveCount(2)
  await log(page).getByLabel('From').fill('')
  await log(page).getByRole('button', { name: 'All', exact: true }).click()

  // The export holds the rows that the filter shows, for spreadsheets and for programs.
  await log(page).getByRole('searchbox').fill(user.username)
  await expect(rows(page)).toHaveCount(3)
  for (const [button, ending] of [
    ['Export CSV', 'csv'],
    ['Export JSON Lines', 'ndjson'],
  ] as const) {
    const download = page.waitForEvent('download')
    await log(page).getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^restante-audit-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(ending === 'csv' ? 3 : 2)
    const about = lines.filter((line) => line.includes(user.username))
    expect(about).toHaveLength(2)
    expect(about.some((line) => line.includes('user.created'))).toBe(true)
  }
  await log(page).getByRole('searchbox').fill('')
  await log(page).getByRole('button', { name: 'Service', exact: true }).click()
  await expect(rows(page).nth(1)).toContainText('Exported the audit log')
  await expect(rows(page).nth(1)).toContainText('ndjson')
})

test(
  'what was done on the machine itself is said in the language of the page',
  onlyInThoroughRun,
  async ({ site }) => {
    const { code, stderr } = await runCommand(['backup'], { environment: { DATA_DIR: site.dataDir } })
    expect(code, stderr).toBe(0)
    const page = await site.person({ locale: 'fr' })
    await openAdmin(page, site, 'system')
    await page.getByRole('button', { name: 'Service', exact: true }).click()
    const made = page.getByRole('row').filter({ hasText: 'Sauvegarde créée' })
    await expect(made.getByRole('cell').nth(1)).toHaveText('Ligne de commande')
    await expect(page.getByText('Inactif', { exact: true })).toBeVisible()
  },
)

test('its page and search are not those of users and files', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site, 'users')
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.getByRole('tab', { name: 'System' }).click()
  await expect(log(page).getByRole('searchbox')).toHaveValue('')
})

test('an export that fails says so', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await openAdmin(page, site, 'system')
  await page.route('**/api/admin/audit/export**', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'Failed to export the audit log')).toBeVisible()
})
