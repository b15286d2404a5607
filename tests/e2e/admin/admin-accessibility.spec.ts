import type { Page } from '@playwright/test'
import { uploadAs } from '#tests/support/accounts/people.ts'
import { isInPlace } from '#tests/support/browser/checks/in-place.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { addUser, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** Goes through every tab and dialog, and looks at each. */
async function walk(page: Page, look: (state: string) => Promise<void>) {
  async function dialog(open: string | RegExp, state: string) {
    await page.getByRole('button', { name: open }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(state)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  async function tab(name: string) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await look(name)
  }
  await expect(page.getByText('Total Users')).toBeVisible()
  await look('Overview')
  await tab('Files')
  await dialog(/^View/, 'file details')
  await dialog(/^Delete/, 'delete file')
  await tab('Users')
  await dialog(/^View/, 'user details')
  await dialog(/^Edit/, 'edit user')
  await dialog(/^Delete/, 'delete user')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await look('add user')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('nobody like this')
  await expect(page.getByText('No users found.')).toBeVisible()
  await look('nothing found')
  await tab('System')
  await dialog('Enable maintenance mode', 'maintenance prompt')
  await page.getByRole('button', { name: 'Run Cleanup Expired Sessions' }).click()
  await expect(toast(page, 'sessions deleted')).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).hover()
  await look('message')
  await page.route('**/api/admin/users**', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.reload()
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look('not loaded')
  const json = { success: false, error: 'x', message: 'x', code: 'FORBIDDEN' }
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 403, json }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: /^Access Denied/ })).toBeVisible()
  await look('denied')
}

for (const { name, options } of looks) {
  test(`every tab and dialog is clean, ${name}`, inLooks, async ({ site }) => {
    test.slow()
    site.expected.push(/status of (403|502)/)
    const page = await site.person(options)
    await openAdmin(page, site)
    await addUser(page, { isActive: false, isPro: true })
    await uploadAs(page, ['a-short-one.txt'])
    await page.reload()
    await walk(page, (state) => isClean(page, state))
  })
}

test('nothing scrolls sideways at 320 px, however long the names', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (403|502)/)
  const page = await site.person({ viewport: { width: 320, height: 640 } })
  await openAdmin(page, site)
  await addUser(page, { username: `a-${Date.now()}-${'long-name-'.repeat(3)}` })
  await uploadAs(page, [`${'Vertragsunterlagen_Wohnung-'.repeat(7)}.pdf.txt`])
  await page.reload()
  await walk(page, (state) => fits(page, state))
})

test('a phone shows cards with a label at each value', async ({ site }) => {
  const page = await site.person({ viewport: { width: 390, height: 844 } })
  const admin = await openAdmin(page, site, 'users')
  await page.getByRole('searchbox').fill(admin)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: admin })
  await expect(row.getByRole('cell')).toHaveCount(7)
  const drawn = await row.evaluate((card) => ({
    display: getComputedStyle(card).display,
    labels: [...card.children].map((cell) => getComputedStyle(cell, '::before').content),
  }))
  expect(drawn.display).toBe('grid')
  expect(drawn.labels.slice(1, 6)).toEqual(['"Email"', '"Status"', '"Plan"', '"Storage"', '"Joined"'])
})

test('a phone shows every filter, and the chosen tab clear of the fading edges, in German', async ({
  site,
}) => {
  const page = await site.person({ viewport: { width: 390, height: 844 }, locale: 'de-DE' })
  await openAdmin(page, site, 'reports')
  const filters = page.getByRole('group', { name: 'Fälle filtern' })
  await expect(filters.getByRole('button')).toHaveText(['Offen', 'Widerspruch', 'Entschieden', 'Alle'])
  await isInPlace(page, 'reports')
  // The last 3rem of the row at each side fade where it goes on.
  const room = await page.getByRole('tab', { selected: true }).evaluate((tab) => {
    const own = tab.getBoundingClientRect()
    const row = tab.parentElement?.getBoundingClientRect()
    return row && { before: own.left - row.left, after: row.right - own.right }
  })
  expect(room?.before).toBeGreaterThanOrEqual(47)
  expect(room?.after).toBeGreaterThanOrEqual(47)
})
