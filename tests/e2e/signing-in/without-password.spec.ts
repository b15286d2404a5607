import type { Page } from '@playwright/test'
import { changeAccount, ownAddress } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { expect } from '#tests/support/browser/site.ts'
import { goThrough, testWithProvider } from '#tests/support/oidc/provider-site.ts'

const test = testWithProvider({ SECOND_FACTOR: 'all', PASSWORD_SIGN_IN: 'off' })
test.use({ hostname: 'localhost' })

const confirmed = 'Confirmed. You can make changes for five minutes.'

/** The recovery codes that come with the first factor. */
async function saveCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await codes.getByLabel('I’ve saved my codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
}

test('a second step that is due is added with a confirmation of the provider', async ({ site, provider }) => {
  site.expected.push(/status of 40[13]/)
  provider.state.member = { sub: 'w1', preferred_username: 'wim', email: 'wim@example.org' }
  const page = await site.person(ownAddress())
  await page.goto('/login')
  await goThrough(page)
  await expect(page).toHaveURL(/\/portal$/)
  changeAccount(site.dataDir, 'wim', 'second_factor_due_at', 1)
  await page.goto('/portal/files')
  await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  await goThrough(page, 'Confirm with Gemeente Rotterdam')
  await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(confirmed)).toBeVisible()
  await expect(page).not.toHaveURL(/#/)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Six-digit code').fill(appCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await saveCodes(page)
  await expect(page).toHaveURL(/\/portal\/files$/)
})
