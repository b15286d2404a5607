import { send } from '#tests/support/accounts/account-form.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, fillLogin, newName, ownAddress, register } from '#tests/support/accounts/people.ts'
import { holdPart } from '#tests/support/browser/network/hold-part.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('signing in asks for what is missing, says what does not fit, and leads to the portal by name or address', async ({
  site,
}) => {
  site.expected.push(/status of (401|502)/)
  const page = await site.person(ownAddress())
  const username = newName()
  await register(page, username)
  const portal = await holdPart(page, 'signed-in')

  // It leads to the other pages, and to an upload without account.
  await page.goto('/login?redirect=%2Fpricing')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(`${site.origin}/forgot-password`)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${site.origin}/register?redirect=%2Fpricing`)
  await page.goBack()
  await page.getByRole('link', { name: 'Upload without account' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${site.origin}/login`)

  const name = page.getByLabel('Username or email')
  const password = page.getByLabel('Password', { exact: true })
  await send(page, 'Login').click()
  await expect(page.getByText('Enter your username or email.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(name).toBeFocused()
  await password.fill('open sesame')
  const toggle = page.getByRole('button', { name: 'Show password' })
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'password')
  await fillLogin(page, username, 'something else')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
  await expect(password).toBeFocused()

  const answered = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await answered.promise
    await route.fulfill({ status: 502, body: 'no' })
  })
  await fillLogin(page, username)
  await expect(send(page, 'Signing in...')).toBeVisible()
  answered.resolve()
  await expect(send(page, 'Login')).toBeVisible()
  await page.unroute('**/api/auth/login')

  // It remembers for 30 days when asked to, and says that it goes on while the portal is still being fetched.
  await page.getByRole('checkbox', { name: 'Remember me for 30 days' }).check()
  const asked = page.waitForRequest('**/api/auth/login')
  await name.fill(emailOf(username))
  await password.fill(goodPassword)
  await send(page, 'Login').click()
  expect((await asked).postDataJSON()).toMatchObject({ username: emailOf(username), rememberMe: true })
  await portal.asked
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  portal.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(`${site.origin}/portal`)
  await expect(page.locator('#main')).toBeFocused()
  await expect(page).toHaveTitle('Dashboard · Restante')
})
