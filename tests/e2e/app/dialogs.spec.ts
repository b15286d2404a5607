import type { Page } from '@playwright/test'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { making, openKeys } from '#tests/support/browser/pages/key-dialogs.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

/** Opens the dialog that makes a key pair. */
async function openMaking(page: Page) {
  await signUp(page)
  await openKeys(page)
  await page.getByRole('button', { name: 'Generate key for ML-KEM-768' }).click()
  return making(page)
}

test('a dialog that is busy stays, however often Escape is pressed, and what happens in it is announced there', async ({
  site,
}) => {
  site.expected.push(/status of 500/, /ERR_FAILED/)
  const page = await site.person(ownAddress())
  const dialog = await openMaking(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/users/pqc/generate', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, body: 'no' })
  })
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(dialog.locator('[aria-live=polite]')).toContainText('New password generated.')
  await dialog.getByRole('button', { name: 'Generate key' }).click()
  await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeVisible()
  for (let times = 0; times < 4; times++) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  held.resolve()
  await expect(dialog.getByRole('alert')).toContainText('PQC key generation failed.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // A form that is answered late.
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Profile' })
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/users/profile', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await answered.promise
    await route.abort()
  })
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await form.getByRole('button', { name: 'Cancel' }).dispatchEvent('click')
  await page.keyboard.press('Escape')
  await expect(form).toBeVisible()
  answered.resolve()
  await expect(form.getByRole('alert')).toContainText('Connection lost.')
  await page.unroute('**/api/users/profile')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form).toBeHidden()
  await expect(page.locator('[aria-live=polite]')).toContainText('Your profile was saved.')
})

test('a toast lies above a dialog and can be closed there', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/portal/profile')
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible()
  await page.clock.install()
  // Time stands, so that the toast stays.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const toasts = page.getByRole('dialog').getByRole('region', { name: 'Messages' })
  await expect(toasts).toContainText('Pro is coming soon.')
  await toasts.getByRole('button', { name: 'Close' }).click()
  await expect(toasts).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a question that is answered late stays until then, and says what failed', async ({ site }) => {
  site.expected.push(/ERR_FAILED/)
  const page = await site.person()
  const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a few words'))
  await page.goto(`/manage/${sent.linkId}#${sent.token}`)
  await page.locator('summary', { has: page.getByRole('heading', { name: 'Links' }) }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/transfers/*/links/*', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Revoke Main link' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question.getByRole('button', { name: 'Revoking...' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).dispatchEvent('click')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  held.resolve()
  await expect(question.getByRole('alert')).toContainText('Connection lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
})

test('dialogs have an edge in forced colours', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), forcedColors: 'active' })
  const dialog = await openMaking(page)
  await expect(dialog).toHaveCSS('border-top-style', 'solid')
  await expect(dialog).toHaveCSS('border-top-width', '1px')
})

test('another language reaches the buttons of the rows, too', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('plan.txt'))
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('button', { name: 'plan.txt entfernen' })).toBeVisible()
})
