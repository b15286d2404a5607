import type { Page } from '@playwright/test'
import { choose, openOptions, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect } from '#tests/support/browser/site.ts'

/** The dialog of a name. */
export function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

/** The dialog that makes a key pair. */
export function making(page: Page, method = 'ML-KEM-768') {
  return dialog(page, `Generate a key for ${method}`)
}

/** Types a password and its repetition into the dialog that is open. */
export async function fillTwice(page: Page, label: string, first: string, second = first): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(first)
  await page.getByRole('dialog').getByLabel(`Confirm ${label.toLowerCase()}`, { exact: true }).fill(second)
}

/** Chooses a method on the upload page, with one file selected. */
export async function chooseMethod(page: Page, method: string): Promise<void> {
  await choose(page, smallFile())
  await openOptions(page)
  await page.locator('summary', { hasText: 'Encryption' }).click()
  await page.getByRole('radio', { name: method }).check()
}

/** Opens the profile and waits for the list of keys. */
export async function openKeys(page: Page) {
  await page.goto('/portal/profile?section=keys')
  await expect(page.getByRole('heading', { name: 'Encryption keys' })).toBeVisible()
  await expect(row(page, 'ML-KEM-768')).toBeVisible()
}

/** The line of a method in the list of keys. */
export function row(page: Page, method: string) {
  return page.getByRole('listitem').filter({ has: page.getByText(method, { exact: true }) })
}
