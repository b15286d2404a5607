import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import {
  emailOf,
  fillLogin,
  newName,
  ownAddress,
  register,
  signUp,
  tokenOf,
  uploadAs,
} from '#tests/support/accounts/people.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/portal/profile')
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
}

async function openTab(page: Page, name: string): Promise<void> {
  await openProfile(page)
  const tab = page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name })
  await tab.press('Enter')
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

test('the profile says who one is, and changes it and the password', async ({ site }) => {
  site.expected.push(/status of 40[139]/)
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  const taken = newName()
  await register(page, taken)
  await openProfile(page)
  const account = page.locator('dl.kv')
  await expect(account).toContainText(username)
  await expect(account).toContainText(emailOf(username))
  await expect(account).toContainText('Free plan')
  await expect(account).toContainText('0 B of 2 GB')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const edit = dialog(page, 'Edit Profile')
  await edit.getByLabel('Username').fill(taken)
  await edit.getByRole('button', { name: 'Save profile' }).click()
  await expect(edit.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.')
  const next = newName()
  await edit.getByLabel('Username').fill(next)
  await expect(edit.getByLabel('Current password')).toBeHidden()
  await edit.getByLabel('Email').fill(emailOf(next))
  await edit.getByRole('button', { name: 'Save profile' }).click()
  await expect(edit.getByText('Enter your current password.')).toBeVisible()
  await edit.getByLabel('Current password').fill('not this one')
  await edit.getByRole('button', { name: 'Save profile' }).click()
  await expect(edit.getByLabel('Current password')).toHaveAccessibleDescription(
    'Your current password is incorrect.',
  )
  await edit.getByLabel('Current password').fill(goodPassword)
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 500, body: 'no' }))
  site.expected.push(/status of 500/)
  await edit.getByRole('button', { name: 'Save profile' }).click()
  await expect(edit.getByRole('alert')).toContainText('Failed to update profile')
  await page.unroute('**/api/users/profile')
  await edit.getByRole('button', { name: 'Save profile' }).click()
  await expect(edit).toBeHidden()
  await expect(toast(page, 'Your profile was saved.')).toBeVisible()
  await expect(account).toContainText(emailOf(next))
  await expect(page.getByRole('complementary')).toContainText(next)

  await page.getByRole('button', { name: 'Change Password' }).click()
  const form = dialog(page, 'Change Password')
  async function change(current: string, password: string, again = password) {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password', { exact: true }).fill(password)
    await form.getByLabel('Confirm new password').fill(again)
    await form.getByRole('button', { name: 'Change Password' }).click()
  }
  await change(goodPassword, 'short', 'other')
  await expect(form.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await change('not this one', 'my next good one')
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(
    'Your current password is incorrect.',
  )
  await page.route('**/api/users/change-password', (route) => route.fulfill({ status: 500, body: 'no' }))
  await change(goodPassword, 'my next good one')
  await expect(form.getByRole('alert')).toContainText('Failed to change password')
  await page.unroute('**/api/users/change-password')
  await change(goodPassword, 'my next good one')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  await fillLogin(page, next, 'my next good one')
  await expect(page).toHaveURL(`${site.origin}/portal/profile`)
})

test(
  'an answer that comes late signs nobody in again, and tokens that vanish end the session',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    await page.goto('/portal')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const edit = dialog(page, 'Edit Profile')
    const signedOut = Promise.withResolvers<void>()
    await page.route('**/api/users/profile', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      const response = await route.fetch()
      await signedOut.promise
      await route.fulfill({ response })
    })
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/users/profile') && response.request().method() !== 'GET',
    )
    await edit.getByRole('button', { name: 'Save profile' }).click()
    await expect(edit.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    signedOut.resolve()
    await (await saved).finished()
    await fillLogin(page, username)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await tokenOf(page)).not.toBeNull()

    await page.evaluate(() => localStorage.clear())
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  },
)

test('e-mail preferences are kept', async ({ site }) => {
  site.expected.push(/status of 500/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await openProfile(page)
  await expect(page.locator('dl.kv')).toContainText('Security, Notifications')
  await page.getByRole('button', { name: 'Email Preferences' }).click()
  const form = dialog(page, 'Email Preferences')
  await expect(form.getByText('Login attempts and security changes')).toBeVisible()
  await expect(form.getByText('File downloaded or expiring soon')).toBeVisible()
  await expect(form.getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
  await form.getByRole('switch', { name: 'Notifications' }).uncheck()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('dl.kv')).toContainText('Security, Notifications')
  await page.getByRole('button', { name: 'Email Preferences' }).click()
  await form.getByRole('switch', { name: 'Notifications' }).uncheck()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/users/preferences', async (route) => {
    await answered.promise
    await route.fulfill({ status: 500, body: 'no' })
  })
  await form.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeVisible()
  answered.resolve()
  await expect(form.getByRole('alert')).toContainText('Failed to update email preferences')
  await page.unroute('**/api/users/preferences')
  await form.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  await expect(page.locator('dl.kv')).not.toContainText('Notifications')
  const consents = page.locator('section', { has: page.getByRole('heading', { name: 'What you agreed to' }) })
  await page.getByRole('button', { name: 'Email Preferences' }).click()
  await form.getByRole('switch', { name: 'Marketing' }).check()
  await form.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(form).toBeHidden()
  const sections = page.getByRole('navigation', { name: 'Profile sections' })
  await sections.getByRole('link', { name: 'Your data' }).click()
  const marketing = consents.getByRole('listitem').filter({ hasText: 'Marketing emails' })
  await expect(marketing).toContainText('Given: ')
  await expect(marketing).not.toContainText('Withdrawn')
  await sections.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Email Preferences' }).click()
  await form.getByRole('switch', { name: 'Marketing' }).uncheck()
  await form.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(form).toBeHidden()
  await sections.getByRole('link', { name: 'Your data' }).click()
  await expect(marketing).toContainText('Withdrawn: ')
  await marketing.getByRole('link', { name: 'Read the text: Marketing emails' }).click()
  await expect(page.getByText('News and promotions')).toBeVisible()
})

test('sessions are listed and ended, one by one and all at once', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 401/)
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  const others = await Promise.all([site.person(ownAddress()), site.person(ownAddress())])
  for (const other of others) {
    await other.goto('/login')
    await fillLogin(other, username)
    await other.waitForURL('**/portal')
  }
  await openTab(page, 'Security')
  const rows = page.locator('.sessions li')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await rows
    .filter({ hasNotText: 'This device' })
    .first()
    .getByRole('button', { name: /Sign out of/ })
    .click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog(page, 'Sign out everywhere').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  for (const other of others) {
    await other.goto('/portal')
    await expect(other).toHaveURL(/\/login\?redirect=/)
  }
})

test('what is held is exported, and an account erased with its password, after saying what goes with it', async ({
  site,
}) => {
  site.expected.push(/status of (40[13]|500)/)
  const page = await site.person({ ...ownAddress(), acceptDownloads: true })
  const username = await signUp(page)
  await uploadAs(page, ['budget.txt', 'plan.txt'])
  await openTab(page, 'Your data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain(username)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.account.username).toBe(username)
  expect(data.files.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual([
    'budget.txt',
    'plan.txt',
  ])
  await page.route('**/api/users/export', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('button', { name: 'Export my data' }).click()
  await expect(toast(page, 'Couldn’t export your data. Please try again.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const form = dialog(page, 'Delete account')
  await expect(form).toContainText('2 files and their links')
  await expect(form).toContainText('1 session')
  await expect(form).toContainText('This action cannot be undone.')
  await form.getByLabel('Current password').fill('not this one')
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(
    'Your current password is incorrect.',
  )
  await form.getByLabel('Current password').fill(goodPassword)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
  await fillLogin(page, username)
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
})

for (const { name: look, options } of looks) {
  test(`the profile is clean, ${look}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await openProfile(page)
    await isClean(page, 'profile')
    for (const name of ['Edit Profile', 'Change Password', 'Email Preferences']) {
      await page.getByRole('button', { name }).click()
      await expect(dialog(page, name)).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, 0))
      await isClean(page, name)
      await page.keyboard.press('Escape')
    }
  })
}

test('the profile does not scroll sideways at 320 px', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), viewport: { width: 320, height: 640 } })
  await signUp(page)
  await openProfile(page)
  await fits(page, 'profile')
  await openTab(page, 'Security')
  await fits(page, 'security')
  await openTab(page, 'Your data')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog(page, 'Delete account')).toContainText('1 session')
  await fits(page, 'erasure')
})
