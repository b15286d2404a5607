import type { Page } from '@playwright/test'
import { send } from '#tests/support/accounts/account-form.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import {
  changeAccount,
  emailOf,
  fillLogin,
  newName,
  ownAddress,
  register,
} from '#tests/support/accounts/people.ts'
import { isClean } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { writtenMails } from '#tests/support/mail/written-mails.ts'

test.describe('a forgotten password', () => {
  async function ask(page: Page, email: string) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await send(page, 'Send Reset Link').click()
  }

  test('is asked for with an address, and the answer is the same for everybody', async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.goto('/forgot-password')
    await send(page, 'Send Reset Link').click()
    await expect(page.getByText('Enter your email address.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    const nobody = emailOf(newName())
    await ask(page, nobody)
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
    await expect(page.getByText('This service can’t send emails yet.')).toBeVisible()
    await expect(page.getByText(nobody)).toBeVisible()
    await expect(page.getByText('spam folder')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL(`${site.origin}/login`)
  })

  test('says when the mail could not be asked for', async ({ site }) => {
    site.expected.push(/ERR_FAILED/)
    const page = await site.person(ownAddress())
    await page.route('**/api/auth/forgot-password', (route) => route.abort())
    await ask(page, 'ada@example.org')
    await expect(page.getByRole('alert')).toContainText('Failed to send reset email. Please try again.')
  })

  test('is replaced through the link in the mail, once', async ({ site }) => {
    site.expected.push(/status of 40[01]/)
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    await ask(page, emailOf(username))
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    let link: string | undefined
    await expect(async () => {
      const mails = await writtenMails(site.dataDir, emailOf(username))
      link = mails.flatMap(({ text = '' }) => text.match(/\S+\/reset-password\?token=\S+/) ?? [])[0]
      expect(link).toBeTruthy()
    }).toPass()
    await page.clock.install()
    await page.goto(link ?? '')
    await page.getByLabel('New password', { exact: true }).fill('another good one')
    await page.getByLabel('Confirm new password').fill('another good one')
    await page.clock.pauseAt(Date.now() + 60_000)
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeFocused()
    await page.clock.runFor(2900)
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible()
    await page.clock.runFor(200)
    await expect(page).toHaveURL(`${site.origin}/login`)
    await page.clock.resume()
    await fillLogin(page, username)
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
    await fillLogin(page, username, 'another good one')
    await expect(page).toHaveURL(`${site.origin}/portal`)
    await page.goto(link ?? '')
    await page.getByLabel('New password', { exact: true }).fill('a third good one')
    await page.getByLabel('Confirm new password').fill('a third good one')
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  })

  test('wants a token, two equal passwords and 8 characters', async ({ site }) => {
    site.expected.push(/ERR_FAILED/)
    const page = await site.person(ownAddress())
    await page.goto('/reset-password')
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid or missing reset token. Please request a new password reset.',
    )
    await expect(send(page, 'Reset Password')).toBeDisabled()
    await page.goto('/reset-password?token=abc')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Confirm new password').fill('other')
    await send(page, 'Reset Password').click()
    await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await page.route('**/api/auth/reset-password', (route) => route.abort())
    await page.getByLabel('New password', { exact: true }).fill('long enough')
    await page.getByLabel('Confirm new password').fill('long enough')
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('alert')).toContainText('Failed to reset password. Please try again.')
  })
})

test('a password that an administrator has set is changed before anything else', async ({ site }) => {
  site.expected.push(/status of 403/)
  const page = await site.person(ownAddress())
  const username = newName()
  await register(page, username)
  changeAccount(site.dataDir, username, 'must_change_password', 1)
  await page.goto('/login?redirect=%2Fportal%2Ffiles')
  await fillLogin(page, username)
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(page).toHaveURL(/\/change-password\?redirect=/)
  await isClean(page, 'change password')
  async function change(current: string, next: string, again = next) {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(again)
    await send(page, 'Change Password').click()
  }
  await change('', 'short', 'other')
  await expect(page.getByText('Enter your current password.')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await change('not this one', 'my own good one')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'Your current password is incorrect.',
  )
  await change(goodPassword, 'my own good one')
  await expect(page).toHaveURL(`${site.origin}/portal/files`)
})
