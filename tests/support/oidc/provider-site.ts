import type { Page } from '@playwright/test'
import { test as base, expect } from '#tests/support/browser/site.ts'
import { startIdentityProvider } from './identity-provider.ts'

type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** Tests whose server knows an identity provider. @param more options of the server besides */
export function testWithProvider(more: Record<string, string>) {
  const test = base.extend<object, { provider: IdentityProvider }>({
    provider: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
      async ({}, use) => {
        await using provider = await startIdentityProvider({ asks: true })
        await use(provider)
      },
      { scope: 'worker' },
    ],
    environment: [
      async ({ provider }, use) => use({ ...provider.environment, OIDC_SIGN_UP: 'on', ...more }),
      { scope: 'worker' },
    ],
  })
  test.beforeEach(({ site, provider }) => {
    provider.state.publicUrl = site.origin
    provider.state.refuses = false
    site.expected.push(new RegExp(`request to ${provider.issuer}`))
  })
  return test
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
