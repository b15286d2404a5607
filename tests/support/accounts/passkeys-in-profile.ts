import { expect, type Locator, type Page } from '@playwright/test'
import { goodPassword } from './accounts.ts'

/** The passkeys of the person who is signed in, where the page shows them. */
export function passkeysOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Passkeys' })
}

/** Adds the first passkey of an account, with which the recovery codes come. */
export async function addPasskey(page: Page): Promise<void> {
  await passkeysOf(page).getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Current password').fill(goodPassword)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.locator('.codes li')).toHaveCount(10)
  await codes.getByLabel('I’ve saved my codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(codes).toBeHidden()
}
