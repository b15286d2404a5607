import { send } from '#tests/support/accounts/account-form.ts'
import { emailOf, fillLogin, newName, ownAddress, register } from '#tests/support/accounts/people.ts'
import { holdPart } from '#tests/support/browser/network/hold-part.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test.describe('sign in', () => {
  test('asks for what is missing, and says when the two do not fit', async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    await page.goto('/login')
    await send(page, 'Login').click()
    await expect(page.getByText('Enter your username or email.')).toBeVisible()
    await expect(page.getByText('Enter your password.')).toBeVisible()
    await expect(page.getByLabel('Username or email')).toBeFocused()
    await fillLogin(page, username, 'something else')
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page).toHaveURL(`${site.origin}/login`)
  })

  test('takes a name or an address, and leads to the portal', async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    await page.goto('/login')
    await fillLogin(page, emailOf(username))
    await expect(page).toHaveURL(`${site.origin}/portal`)
  })

  test('says that it goes on while the portal is still being fetched', async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    const portal = await holdPart(page, 'signed-in')
    await page.goto('/login')
    await fillLogin(page, username)
    await portal.asked
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
    portal.release()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await expect(page).toHaveTitle('Dashboard · Restante')
  })

  test('remembers for 30 days when asked to', async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    await page.goto('/login')
    await page.getByRole('checkbox', { name: 'Remember me for 30 days' }).check()
    const asked = page.waitForRequest('**/api/auth/login')
    await fillLogin(page, username)
    expect((await asked).postDataJSON()).toMatchObject({ username, rememberMe: true })
    await page.waitForURL('**/portal')
  })

  test('shows the password on request, and says when it takes a moment', async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('open sesame')
    const toggle = page.getByRole('button', { name: 'Show password' })
    await toggle.click()
    await expect(password).toHaveAttribute('type', 'text')
    await toggle.click()
    await expect(password).toHaveAttribute('type', 'password')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async (route) => {
      await answered.promise
      await route.fulfill({ status: 502, body: 'no' })
    })
    site.expected.push(/status of 502/)
    await fillLogin(page, 'somebody')
    await expect(send(page, 'Signing in...')).toBeVisible()
    answered.resolve()
    await expect(send(page, 'Login')).toBeVisible()
  })

  test('leads to the other pages, and to an upload without account', async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.goto('/login?redirect=%2Fpricing')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL(`${site.origin}/forgot-password`)
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(`${site.origin}/register?redirect=%2Fpricing`)
    await page.goBack()
    await page.getByRole('link', { name: 'Upload without account' }).click()
    await expect(page).toHaveURL(`${site.origin}/`)
  })
})
