import type { Page } from '@playwright/test'
import { ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

async function isFine(page: Page, state: string): Promise<void> {
  await isClean(page, state)
  await fits(page, state)
}

for (const { name, options } of fittingLooks) {
  test(`what comes over the pages of guests is clean and fits, ${name}`, inLooks, async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person(options)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.exe'))
      return transfer
    })
    await page.dispatchEvent('body', 'dragenter', { dataTransfer })
    await expect(page.locator('.drop.over')).toBeVisible()
    await isFine(page, 'files hang over an empty box')
    await page.dispatchEvent('body', 'drop', { dataTransfer })
    await expect(page.getByRole('alert')).toBeVisible()
    await isFine(page, 'nothing of it taken')

    await page.route('**/fr-base.json', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' }).selectOption('Français')
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()
    await isFine(page, 'a toast')

    const receiver = await site.person(options)
    await choose(receiver, smallFile())
    const { link } = await send(receiver)
    await receiver.goto(link)
    const code = receiver.getByRole('button', { name: 'Show QR Code' })
    const fold = receiver.locator('summary', { hasText: 'Share' })
    // Folded on a phone.
    await expect(code.or(fold).first()).toBeVisible()
    if (await fold.isVisible()) await fold.click()
    await code.click()
    await expect(receiver.getByRole('img', { name: 'QR code for the share link' })).toBeVisible()
    await isFine(receiver, 'a QR code on the download page')

    await receiver.route('**/api/files/info/*', () => {})
    await receiver.reload()
    await expect(receiver.getByText('Loading file information...').first()).toBeVisible()
    await isFine(receiver, 'a file looked up')

    const returning = await site.person({ ...options, terms: '1.0' })
    await returning.goto('/')
    await returning.getByRole('button', { name: 'View Complete Terms' }).click()
    await expect(returning.getByRole('button', { name: 'Show Only Changes' })).toBeVisible()
    await isFine(returning, 'the complete terms, from the changes')
    await receiver.goto('/terms')
    await receiver.getByText('Version 1.0, 15 January 2024').click()
    await expect(receiver.getByText('Each link carries one file.')).toBeVisible()
    await isFine(receiver, 'the earlier terms')
  })
}

for (const { name, options } of looks) {
  test(`what comes over the pages of people is clean, ${name}`, inLooks, async ({ site }) => {
    site.expected.push(/status of (400|403|502|503)/)
    const page = await site.person({ ...options, ...ownAddress() })
    const isNarrow = options.viewport.width <= 720
    await signUp(page)
    await uploadAs(page, ['open.txt'])
    await page.goto('/')
    if (isNarrow) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await isClean(page, 'the Menu sheet')
      await page.keyboard.press('Escape')
    }
    await page.goto('/portal/files?search=nothing-like-it')
    await expect(page.getByText('No matching files.')).toBeVisible()
    await isClean(page, 'no file found')
    for (const [section, dialog] of [
      ['security', 'Sign out everywhere'],
      ['data', 'Delete account'],
    ] as const) {
      await page.goto(`/portal/profile?section=${section}`)
      await page.getByRole('button', { name: dialog }).click()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await isClean(page, dialog)
      await page.keyboard.press('Escape')
    }
    await page.goto('/portal/profile')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Enter your current password.')).toBeVisible()
    await isClean(page, 'a password not changed')
    await page.goto('/portal/contacts')
    await page.getByRole('button', { name: 'Add Contact' }).click()
    const adding = page.getByRole('dialog', { name: 'Add Contact' })
    await adding.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await adding.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
    await adding.getByRole('button', { name: 'Add Contact' }).click()
    await page.getByRole('button', { name: 'Delete Ada Lovelace' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await isClean(page, 'a contact deleted')
  })
}

test(
  'the notice of maintenance is clean, above the pages that can still be read',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 503/)
    const operator = await site.person()
    await become(operator, 'administrator', 'noticing', site.dataDir)
    const token = await operator.evaluate(() => localStorage.getItem('token'))
    const call = (name: string) =>
      operator.request.post(`/api/admin/maintenance/${name}`, {
        headers: { authorization: `Bearer ${token}` },
        data: {},
      })
    expect((await call('enable')).ok()).toBe(true)
    const page = await site.person({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
    await page.goto('/terms')
    await expect(page.getByText(/^Under maintenance: /)).toBeVisible()
    await isFine(page, 'maintenance noticed')
    expect((await call('disable')).ok()).toBe(true)
  },
)
