import { ownAddress } from '#tests/support/accounts/people.ts'
import { spoilSession } from '#tests/support/accounts/spoil-session.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { goThrough, withProvider } from '#tests/support/oidc/provider-site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

withProvider({ PASSWORD_SIGN_IN: 'admins' })

test(
  'where only the provider signs in, the page says why one is there, and remembers who wants it',
  onlyInThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[13]/)
    provider.state.member = { sub: 'a1', preferred_username: 'alone', email: 'alone@example.org' }
    const page = await site.person(ownAddress())
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'Upload without account' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.getByRole('checkbox', { name: /^Remember me/ }).check()
    await isFine(page, 'login with a provider alone')
    const exchange = page.waitForRequest('**/api/auth/oidc/exchange')
    await goThrough(page)
    expect((await exchange).postDataJSON()).toMatchObject({ rememberMe: true })
    await expect(page).toHaveURL(/\/portal$/)

    await spoilSession(page)
    await page.goto('/portal')
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Gemeente Rotterdam' })).toBeVisible()
  },
)
