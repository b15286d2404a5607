import { expect, type Page } from '@playwright/test'
import { goodPassword } from './accounts.ts'

/** Makes an account and signs in with it through the page, which then shows the upload form. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const account = { username, email: `${username}@example.org`, password: goodPassword }
  expect((await page.request.post('/api/auth/register', { data: account })).status()).toBe(201)
  await page.goto('/login?redirect=/')
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
}
