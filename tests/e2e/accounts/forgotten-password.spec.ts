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
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { writtenMails } from '#tests/support/mail/written-mails.ts'
import { inThoroughRun } from '#tests/support/server/thoroughness.ts'

test('a forgotten password is replaced through the link in the mail, once', async ({ site }) => {
  site.expected.push(/status of 40[01]/, /ERR_FAILED/)
  const page = await site.person(ownAddress())
  const username = newName()
  await register(page, username)
  await page.goto('/forgot-password')
  // The page to sign in, which is left on the way here, has a field for a name or an address.
  const email = page.getByLabel('Email', { exact: true })
  async function ask(address: string) {
    await email.fill(address)
    await send(page, 'Send Reset Link').click()
  }
  await ask('')
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await expect(email).toHaveAttribute('type', 'email')
  await page.route('**/api/auth/forgot-password', (route) => route.abort())
  await ask('ada@example.org')
  await expect(page.getByRole('alert')).toContainText('Failed to send reset email. Please try again.')
  await page.unroute('**/api/auth/forgot-password')

  // The answer is the same for everybody.
  const nobody = emailOf(newName())
  for (const address of [nobody, emailOf(username)]) {
    await ask(address)
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
    await expect(page.getByText('This service can’t send emails yet.')).toBeVisible()
    await expect(page.getByText(address)).toBeVisible()
    await expect(page.getByText('spam folder')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL(`${site.origin}/login`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
  }
  let link = ''
  await expect(async () => {
    const mails = await writtenMails(site.dataDir, emailOf(username))
    link = mails.flatMap(({ text = '' }) => text.match(/\S+\/reset-password\?token=\S+/) ?? [])[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()

  await page.clock.install()
  await page.goto(link)
  async function choosePassword(first: string, again = first) {
    await page.getByLabel('New password', { exact: true }).fill(first)
    await page.getByLabel('Confirm new password').fill(again)
    await send(page, 'Reset Password').click()
  }
  await choosePassword('short', 'other')
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.route('**/api/auth/reset-password', (route) => route.abort())
  await choosePassword('another good one')
  await expect(page.getByRole('alert')).toContainText('Failed to reset password. Please try again.')
  await page.unroute('**/api/auth/reset-password')
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

  await page.goto(link)
  await choosePassword('a third good one')
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid or missing reset token. Please request a new password reset.',
  )
  await expect(send(page, 'Reset Password')).toBeDisabled()
})

test(
  'a password that an administrator has set is changed before anything else',
  inThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 403/)
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    changeAccount(site.dataDir, username, 'must_change_password', 1)
    await page.goto('/login?redirect=%2Fportal%2Ffiles')
    await fillLogin(page, username)
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await expect(page).toHaveURL(/\/change-password\?redirect=/)
    await isFineInThoroughRun(page, 'change password')
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
  },
)
