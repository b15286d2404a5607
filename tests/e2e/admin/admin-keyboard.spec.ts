import type { Locator, Page } from '@playwright/test'
import { newName, uploadAs } from '#tests/support/accounts/people.ts'
import { addUser, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// A server of its own: it goes into maintenance.
test.use({ environment: { SUPPORT_MAIL: 'keyboard@example.org' } })

/** Presses Tab, or Shift and Tab, until the focus is there. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${wanted} cannot be reached`)
}

/** From wherever the focus is to a tab of the admin area, which is the stop before the panel. */
async function goToTab(page: Page, from: string, key: string, name: string): Promise<void> {
  const tab = (title: string) => page.getByRole('tab', { name: title })
  const isThere = await tab(from).evaluate((element) => element === document.activeElement)
  if (!isThere) await tabTo(page, tab(from), 'Shift+Tab')
  await page.keyboard.press(key)
  await expect(tab(name)).toBeFocused()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

test(
  'an administrator finds, changes and deletes people and files, and closes the service, without a mouse',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openAdmin(page, site)
    await uploadAs(page, ['contract.txt', 'keep.txt'])
    const user = await addUser(page)
    await addUser(page, { isActive: false })
    const panel = page.getByRole('tabpanel')
    const dialog = page.getByRole('dialog')
    const rows = panel.getByRole('rowgroup').last().getByRole('row')

    await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
    await page.keyboard.press('ArrowRight')
    await expect(rows).toHaveCount(2)
    await tabTo(page, page.getByRole('searchbox', { name: 'Search files' }))
    await page.keyboard.type('contract')
    await expect(rows).toHaveCount(1)
    await tabTo(page, page.getByRole('button', { name: 'Active', exact: true }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Active', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const view = page.getByRole('button', { name: 'View contract.txt' })
    await tabTo(page, view)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(view).toBeFocused()
    const bin = page.getByRole('button', { name: 'Delete contract.txt' })
    await tabTo(page, bin)
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('This action cannot be undone.')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bin).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Delete File' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'contract.txt')).toBeVisible()
    await expect(panel).toBeFocused()

    await goToTab(page, 'Files', 'ArrowRight', 'Users')
    await tabTo(page, page.getByRole('searchbox', { name: 'Search users' }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(user.username)
    await expect(rows).toHaveCount(1)
    await tabTo(page, page.getByRole('button', { name: `Edit ${user.username}` }))
    await page.keyboard.press('Enter')
    const name = dialog.getByLabel('Username')
    await expect(name).toBeFocused()
    const renamed = newName('renamed')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(renamed)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await tabTo(page, page.getByRole('searchbox', { name: 'Search users' }), 'Shift+Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(renamed)
    await tabTo(page, page.getByRole('button', { name: `Delete ${renamed}` }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Delete user' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, renamed)).toBeVisible()
    await expect(panel).toBeFocused()

    await goToTab(page, 'Users', 'End', 'Settings')
    await goToTab(page, 'Settings', 'ArrowLeft', 'System')
    await tabTo(page, page.getByRole('button', { name: 'Enable maintenance mode' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Back at noon.')
    await tabTo(page, dialog.getByRole('button', { name: 'Enable' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Maintenance mode enabled')).toBeVisible()
    const off = page.getByRole('button', { name: 'Disable maintenance mode' })
    await tabTo(page, off)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Maintenance mode disabled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enable maintenance mode' })).toBeFocused()
  },
)
