import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/site.ts'

/** Has the tests of a file run on a server that knows an identity provider. @param more options of the server besides */
export function withProvider(more: Readonly<Record<string, string>> = {}): void {
  test.use({
    environment: async ({ provider }, use) => use({ ...provider.environment, OIDC_SIGN_UP: 'on', ...more }),
  })
  test.beforeEach(({ site, provider }) => {
    provider.state.publicUrl = site.origin
    provider.state.refuses = false
    site.expected.push(new RegExp(`request to ${provider.issuer}`))
  })
}

/** Presses the way to the provider, and all that is to be pressed there. */
export async function goThrough(page: Page, button = 'Continue with Gemeente Rotterdam') {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  // Asked once for the account, and once, at the first time, for the consent.
  const consent = page.getByRole('heading', { name: 'Provider' })
  const back = page.getByRole('link', { name: 'Restante' }).first()
  await expect(consent.or(back)).toBeVisible()
  if (await consent.isVisible()) await page.getByRole('button', { name: 'Continue' }).click()
}
