import { send } from '#tests/support/accounts/account-form.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, fillLogin, newName, ownAddress } from '#tests/support/accounts/people.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

for (const { name, options } of looks) {
  test(`every account page is clean, ${name}`, inLooks, async ({ site }) => {
    site.expected.push(/status of 40[01]/)
    const page = await site.person({ ...ownAddress(), ...options })
    await page.goto('/login')
    await isClean(page, 'login')
    await fillLogin(page, 'nobody')
    await expect(page.getByRole('alert')).toBeVisible()
    await isClean(page, 'login refused')
    await page.goto('/register')
    await send(page, 'Create account').click()
    await isClean(page, 'register with errors')
    await page.goto('/forgot-password')
    await isClean(page, 'forgot')
    await page.getByLabel('Email').fill('nobody@example.org')
    await send(page, 'Send Reset Link').click()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    await isClean(page, 'forgot, sent')
    await page.goto('/reset-password')
    await expect(page.getByRole('alert')).toBeVisible()
    await isClean(page, 'reset without token')
    await page.route('**/api/auth/reset-password', (route) =>
      route.fulfill({ json: { success: true, message: 'done' } }),
    )
    await page.goto('/reset-password?token=abc')
    await page.getByLabel('New password', { exact: true }).fill(goodPassword)
    await page.getByLabel('Confirm new password').fill(goodPassword)
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible()
    await isClean(page, 'reset')
  })
}

test('no account page scrolls sideways at 320 px', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), viewport: { width: 320, height: 640 } })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const address of ['/login', '/register', '/forgot-password', '/reset-password']) {
    await walkTo(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page, address)
  }
})

test('signing up and in needs no mouse', async ({ site }) => {
  const page = await site.person(ownAddress())
  const username = newName()
  await page.goto('/register')
  await page.getByLabel('Username').focus()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(emailOf(username))
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await expect(page.getByText('Registration successful! Please sign in.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal')
})
