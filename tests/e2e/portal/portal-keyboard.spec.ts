import type { Locator, Page } from '@playwright/test'
import { ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { holdPart } from '#tests/support/browser/network/hold-part.ts'
import { fileMenu } from '#tests/support/browser/pages/file-menu.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${wanted} cannot be reached`)
}

test('files are found, sorted and deleted without a mouse', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await uploadAs(page, ['keep.txt', 'contract.txt', 'other.txt'])
  await page.goto('/portal')
  await tabTo(page, page.getByRole('link', { name: 'Files', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('.txt')
  await expect(page.getByText('3 files')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Recent (7 days)' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Recent (7 days)' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await tabTo(page, fileMenu(page, 'contract.txt'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 files')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'a page that comes in place of one that had not come yet is begun at its top',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const contacts = await holdPart(page, 'contacts-page')
    await page.goto('/portal/contacts')
    await contacts.asked
    await tabTo(page, page.getByRole('link', { name: 'Files', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    contacts.release()
  },
)

test.describe('with a mail server', () => {
  test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

  test('a contact is added and written to without a mouse', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(page, ['plan.txt'])
    await page.goto('/portal')
    await tabTo(page, page.getByRole('link', { name: 'Contacts', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Add Contact' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Jonas Weber')
    await page.keyboard.press('Tab')
    await page.keyboard.type('jonas@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await tabTo(page, page.getByRole('button', { name: 'Share with Jonas Weber' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('radio', { name: /plan\.txt/ }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Here it is.')
    await tabTo(page, page.getByRole('button', { name: 'Send' }))
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'We’re sending the link to plan.txt to Jonas Weber.',
    )
  })
})
