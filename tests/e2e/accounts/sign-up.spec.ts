import type { Page } from '@playwright/test'
import { send } from '#tests/support/accounts/account-form.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, fillLogin, newName, ownAddress, register } from '#tests/support/accounts/people.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'

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
    await expect(page.getByText('Usernames are 3-50 characters')).toBeVisible()
    await expect(page.getByText('Enter your email address.')).toBeVisible()
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
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address.')
    await fill(page, newName(), emailOf(newName()), 'password1')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /too easy to guess/,
    )
  })

  test('is what password managers understand', async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    async function kindsOf(path: string) {
      await walkTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
        .locator('main input:not([type=checkbox])')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    }
    expect(await kindsOf('/register')).toEqual(['username', 'email', 'new-password', 'new-password'])
    expect(await kindsOf('/login')).toEqual(['username webauthn', 'current-password'])
    expect(await kindsOf('/forgot-password')).toEqual(['email'])
    expect(await kindsOf('/reset-password?token=x')).toEqual(['new-password', 'new-password'])
  })
})
