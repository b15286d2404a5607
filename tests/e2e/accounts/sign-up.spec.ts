import { send } from '#tests/support/accounts/account-form.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, newName, ownAddress, register } from '#tests/support/accounts/people.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'

test('signing up says what is wrong beside each field, before anything is sent and after the server has refused it', async ({
  site,
}) => {
  site.expected.push(/status of 4(00|09)/)
  const page = await site.person(ownAddress())
  const taken = newName()
  await register(page, taken)
  await page.goto('/register')
  const username = page.getByLabel('Username')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  async function fill(values: Record<'username' | 'email' | 'password', string>, again = values.password) {
    await username.fill(values.username)
    await email.fill(values.email)
    await password.fill(values.password)
    await page.getByLabel('Confirm password').fill(again)
    await send(page, 'Create account').click()
  }
  const fresh = () => ({ username: newName(), email: emailOf(newName()), password: goodPassword })

  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) sent += 1
  })
  await fill({ username: 'a b', email: '', password: 'short' }, 'other')
  await expect(username).toHaveAccessibleDescription(/Usernames are 3-50 characters/)
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await expect(username).toBeFocused()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(sent).toBe(0)

  await fill({ ...fresh(), username: taken.toUpperCase() })
  await expect(username).toHaveAccessibleDescription('This username is already taken.')
  await expect(username).toBeFocused()
  await fill({ ...fresh(), email: emailOf(taken) })
  await expect(email).toHaveAccessibleDescription('An account with this email address already exists.')
  await fill({ ...fresh(), email: 'nowhere' })
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
  await fill({ ...fresh(), password: 'password1' })
  await expect(password).toHaveAccessibleDescription(/too easy to guess/)
})

test('the forms of accounts are what password managers understand', async ({ site }) => {
  const page = await site.person(ownAddress())
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [path, kinds] of [
    ['/register', ['username', 'email', 'new-password', 'new-password']],
    ['/login', ['username webauthn', 'current-password']],
    ['/forgot-password', ['email']],
    ['/reset-password?token=x', ['new-password', 'new-password']],
  ] as const) {
    if (path !== '/register') await walkTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const fields = page.locator('main input:not([type=checkbox])')
    expect(
      await fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete'))),
      path,
    ).toEqual(kinds)
  }
})
