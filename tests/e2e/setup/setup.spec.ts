import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// A server of its own: its settings change.
test.use({ environment: { LONGEST_LIFE: '90d' } })

test('a check that is made again says what it found now', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site)
  await page.goto('/setup?step=checks')
  const passed = await page.getByText(/^\d of 4 checks passed\.$/).innerText()
  const fewer = `${Number.parseInt(passed, 10) - 1} of 4 checks passed.`
  await page.route('**/api/admin/setup', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.setup.database.state = 'failed'
    await route.fulfill({ json: answer })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: fewer })).toHaveCount(1)
})

test(
  'are changed together, say what they were, and show what is wrong in their rows',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/400 \(Bad Request\)/, /409 \(Conflict\)/)
    const page = await site.person()
    await openAdmin(page, site, 'settings')
    const field = page.getByRole('textbox', { name: 'Largest file', exact: true })
    await expect(field).toHaveValue('2')
    await expect(page.getByText('Set by LONGEST_LIFE')).toBeVisible()
    await isFine(page, 'settings')

    await field.fill('much')
    await page.getByRole('switch', { name: 'Anyone can send' }).press('Space')
    const bar = page.getByRole('region', { name: 'Changes' })
    await expect(bar).toContainText('2 changes')
    await expect(page.getByText('Was: 2GB')).toBeVisible()
    await bar.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await isFine(page, 'settings with a problem')

    await field.fill('3GB')
    await field.press('Enter')
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(page.getByText('Default: 2GB')).toBeVisible()
    const guest = await site.person()
    await guest.goto('/pricing')
    await expect(guest.getByText('3 GB').first()).toBeVisible()

    // Someone else is faster.
    const other = await site.person()
    await openAdmin(other, site, 'settings')
    const theirs = other.getByRole('textbox', { name: 'Largest file', exact: true })
    await theirs.fill('4GB')
    await theirs.press('Enter')
    await expect(toast(other, 'Settings saved')).toBeVisible()
    await field.fill('5GB')
    await field.press('Enter')
    await expect(page.getByText('Someone else has set this to 4GB in the meantime.')).toBeVisible()
    await field.press('Enter')
    await expect(toast(page, 'Settings saved').last()).toBeVisible()
    await expect(field).toHaveValue('5')
    await expect(bar).toBeHidden()

    // What is changed while the rest is being saved waits for the next time.
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/admin/settings', async (route) => {
      await answered.promise
      await route.continue()
    })
    await field.fill('6GB')
    await field.press('Enter')
    await page.getByRole('switch', { name: 'Anyone can send' }).press('Space')
    await expect(bar).toContainText('2 changes')
    answered.resolve()
    await expect(bar).toContainText('1 change')
    await bar.getByRole('button', { name: 'Discard' }).click()
    await expect(page.locator('#main :focus')).toHaveCount(1)
    await expect(field).toHaveValue('6')
    await expect(page.getByRole('switch', { name: 'Anyone can send' })).not.toBeChecked()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('Still to do').click()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Keep a copy of the master key' }),
    ).toBeVisible()
    await isFine(page, 'checklist')
  },
)
