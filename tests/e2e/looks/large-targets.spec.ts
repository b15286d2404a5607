import { largeTargets } from '#tests/support/browser/checks/large-targets.ts'
import { inLooks } from '#tests/support/browser/checks/looks.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { choose, closeOptions, openOptions, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'

/** Where a button opens a dialog, or a menu with an item that does. */
const dialogs = [
  ['/portal', 'Notifications'],
  ['/portal/files', 'More actions for notes.txt', 'Delete'],
  ['/portal/contacts', 'Add Contact'],
  ['/portal/profile', 'Edit Profile'],
  ['/portal/profile', 'Change Password'],
  ['/portal/profile', 'Email Preferences'],
  ['/portal/profile?section=keys', 'Generate key for ML-KEM-768'],
  ['/portal/profile?section=data', 'Delete account'],
  ['/admin?tab=files', 'View notes.txt'],
  ['/admin?tab=users', 'Add User'],
  ['/admin?tab=system', 'Enable maintenance mode'],
] as const

for (const width of [1280, 320]) {
  test(`everything to be pressed measures 44 px, for a guest, ${width} px`, inLooks, async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person({ viewport: { width, height: 800 } })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await largeTargets(page, 'home')
    await choose(page, smallFile())
    await largeTargets(page, 'selected')
    await openOptions(page)
    await page.locator('summary', { hasText: 'Encryption' }).click()
    await page.getByRole('radio', { name: 'Send by email' }).check()
    await page.getByText('Different message in the email').click()
    await page.getByRole('textbox', { name: 'Send to' }).fill('jonas@example.de')
    await page.getByRole('textbox', { name: 'Send to' }).press('Enter')
    await largeTargets(page, 'every option')
    await page.getByRole('button', { name: 'Remove jonas@example.de' }).click()
    await page.getByRole('radio', { name: 'Get a link' }).check()
    await closeOptions(page)
    const { link, deletion } = await send(page)
    await page.getByRole('button', { name: 'Show QR Code' }).click()
    await largeTargets(page, 'done')
    for (const address of [link, deletion, ...pagesForGuests]) {
      await walkTo(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await largeTargets(page, address)
    }
    const newcomer = await site.person({ viewport: { width, height: 800 }, terms: '1.0' })
    await newcomer.goto('/')
    await expect(newcomer.getByRole('dialog')).toBeVisible()
    await largeTargets(newcomer, 'the terms')
  })

  test(
    `everything to be pressed measures 44 px, for an administrator, ${width} px`,
    inLooks,
    async ({ site }) => {
      const page = await site.person({ viewport: { width, height: 800 } })
      await become(page, 'administrator', `finger-${width}`, site.dataDir)
      await choose(page, smallFile())
      await send(page)
      await largeTargets(page, 'done')
      for (const address of pagesForAdministrators) {
        await walkTo(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await largeTargets(page, address)
      }
      for (const [address, name, item] of dialogs) {
        if (!page.url().endsWith(address)) await walkTo(page, address)
        await page.getByRole('button', { name, exact: true }).first().click()
        if (item) {
          await largeTargets(page, name)
          await page.getByRole('menuitem', { name: item }).click()
        }
        await expect(page.getByRole('dialog')).toBeVisible()
        await largeTargets(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      if (width > 720) return
      await walkTo(page, '/')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await largeTargets(page, 'menu')
    },
  )
}
