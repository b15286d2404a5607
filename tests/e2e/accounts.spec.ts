import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts.ts'
import { fits } from '#tests/support/fits.ts'
import { isClean } from '#tests/support/is-clean.ts'
import { inLooks, looks } from '#tests/support/looks.ts'
import {
  changeAccount,
  emailOf,
  fillLogin,
  mailsTo,
  newName,
  ownAddress,
  register,
  signUp,
} from '#tests/support/people.ts'
import { expect, test } from '#tests/support/site.ts'

/** The button of the form, not the one of the navigation. */
function send(page: Page, name: string) {
  return page.getByRole('main').getByRole('button', { name, exact: true })
}

test.describe('sign in', () => {
  test('asks for what is missing, and says when the two do not fit', async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    const username = newName()
    await register(page, username)
    await page.goto('/login')
    await send(page, 'Login').click()
    await expect(page.getByText('Please enter your username or email.')).toBeVisible()
    await expect(page.getByText('Please enter your password.')).toBeVisible()
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
    const handed = Promise.withResolvers<void>()
    await page.route('**/assets/portal-layout-*.js', async (route) => {
      await handed.promise
      await route.continue()
    })
    await page.goto('/login')
    await fillLogin(page, username)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
    handed.resolve()
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

  for (const [redirect, to] of [
    ['/pricing?a=b', '/pricing?a=b'],
    ['https://elsewhere.example/', '/portal'],
    ['//elsewhere.example', '/portal'],
    ['/\\elsewhere.example', '/portal'],
    ['/.//elsewhere.example', '/portal'],
    ['javascript:alert(1)', '/portal'],
  ] as const) {
    test(`with the redirect ${redirect} leads to ${to}`, async ({ site }) => {
      const page = await site.person(ownAddress())
      const username = newName()
      await register(page, username)
      await page.goto(`/login?${new URLSearchParams({ redirect })}`)
      await fillLogin(page, username)
      await expect(page).toHaveURL(site.origin + to)
    })
  }

  test('says that it failed when nobody answers, or a proxy does', async ({ site }) => {
    site.expected.push(/ERR_FAILED/, /status of 502/)
    const page = await site.person(ownAddress())
    await page.goto('/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await fillLogin(page, 'somebody')
    await expect(page.getByRole('alert')).toContainText('Login failed')
    await expect(page.getByRole('alert')).toContainText('The connection was lost.')
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<h1>no' }))
    await fillLogin(page, 'somebody')
    await expect(page.getByRole('alert')).toContainText('Server temporarily unavailable. Please try again.')
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

test.describe('sign up', () => {
  async function fill(page: Page, username: string, email: string, password: string, again = password) {
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(again)
    await send(page, 'Sign Up').click()
  }

  test('leads to the login page, which says so', async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = newName()
    await page.goto('/register')
    await fill(page, username, emailOf(username), goodPassword)
    await expect(page).toHaveURL(`${site.origin}/login`)
    await expect(page.getByText('Registration successful! Please sign in.')).toBeVisible()
    await fillLogin(page, username)
    await expect(page).toHaveURL(`${site.origin}/portal`)
  })

  test('says what is wrong with each field before anything is sent', async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.goto('/register')
    await page.route('**/api/auth/register', () => {
      throw new Error('the form was sent')
    })
    await fill(page, 'a b', '', 'short', 'other')
    await expect(page.getByText('Username must be 3-50 characters')).toBeVisible()
    await expect(page.getByText('Please enter your email address.')).toBeVisible()
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    const name = page.getByLabel('Username')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription(/3-50 characters/)
  })

  test('puts what the server refuses beside its field', async ({ site }) => {
    site.expected.push(/status of 4(00|09)/)
    const page = await site.person(ownAddress())
    const taken = newName()
    await register(page, taken)
    await page.goto('/register')
    await fill(page, taken.toUpperCase(), emailOf(newName()), goodPassword)
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.')
    await expect(page.getByLabel('Username')).toBeFocused()
    await fill(page, newName(), emailOf(taken), goodPassword)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'An account with this email address already exists.',
    )
    await fill(page, newName(), 'nowhere', goodPassword)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address.')
    await fill(page, newName(), emailOf(newName()), 'password1')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /one of the first that anybody would try/,
    )
  })

  test('says that it failed when nobody answers', async ({ site }) => {
    site.expected.push(/ERR_FAILED/)
    const page = await site.person(ownAddress())
    await page.goto('/register')
    await page.route('**/api/auth/register', (route) => route.abort())
    await fill(page, newName(), 'ada@example.org', goodPassword)
    await expect(page.getByRole('alert')).toContainText('Registration failed')
    await expect(page.getByLabel('Username')).not.toHaveValue('')
  })

  test('is what password managers understand', async ({ site }) => {
    const page = await site.person(ownAddress())
    async function kindsOf(path: string) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
        .locator('main input:not([type=checkbox])')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    }
    expect(await kindsOf('/register')).toEqual(['username', 'email', 'new-password', 'new-password'])
    expect(await kindsOf('/login')).toEqual(['username', 'current-password'])
    expect(await kindsOf('/forgot-password')).toEqual(['email'])
    expect(await kindsOf('/reset-password?token=x')).toEqual(['new-password', 'new-password'])
  })
})

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
    await expect(page.getByText('Please enter your email address.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    const nobody = emailOf(newName())
    await ask(page, nobody)
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
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
      const mails = await mailsTo(site.dataDir, emailOf(username))
      link = mails.flatMap(({ text = '' }) => text.match(/\S+\/reset-password\?token=\S+/) ?? [])[0]
      expect(link).toBeTruthy()
    }).toPass()
    await page.clock.install()
    await page.goto(link ?? '')
    await page.getByLabel('New password', { exact: true }).fill('another good one')
    await page.getByLabel('Confirm new password').fill('another good one')
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeFocused()
    await page.clock.fastForward(2900)
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible()
    await page.clock.fastForward(200)
    await expect(page).toHaveURL(`${site.origin}/login`)
    await fillLogin(page, username)
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
    await fillLogin(page, username, 'another good one')
    await expect(page).toHaveURL(`${site.origin}/portal`)
    await page.goto(link ?? '')
    await page.getByLabel('New password', { exact: true }).fill('a third good one')
    await page.getByLabel('Confirm new password').fill('a third good one')
    await send(page, 'Reset Password').click()
    await expect(page.getByRole('alert')).toContainText('This link has been used or is too old.')
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
  await expect(page.getByText('Please enter your current password.')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await change('not this one', 'my own good one')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is not correct.',
  )
  await change(goodPassword, 'my own good one')
  await expect(page).toHaveURL(`${site.origin}/portal/files`)
})

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
    await send(page, 'Sign Up').click()
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

test('no account page scrolls sideways at 320 px', async ({ site }) => {
  const page = await site.person({ ...ownAddress(), viewport: { width: 320, height: 640 } })
  for (const address of ['/login', '/register', '/forgot-password', '/reset-password']) {
    await page.goto(address)
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
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal')
})

test('whoever is signed in has no use for the pages of guests', async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/login')
  await expect(page).toHaveURL(`${site.origin}/portal`)
  await page.goto('/register?redirect=%2Fpricing')
  await expect(page).toHaveURL(`${site.origin}/pricing`)
})
