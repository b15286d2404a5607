import { expect, type Page } from '@playwright/test'
import { fillLogin, register } from './people.ts'

/** Makes an account and signs in with it through the page, which then shows the upload form. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await register(page, username)
  await signInAgain(page, username)
}

/** Signs in with an account that is there, through the page, which then shows the upload form. */
export async function signInAgain(page: Page, username: string): Promise<void> {
  await page.goto('/login?redirect=/')
  await fillLogin(page, username)
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
}
