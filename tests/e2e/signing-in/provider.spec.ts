import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { goThrough, withProvider } from '#tests/support/oidc/provider-site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

withProvider()

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

test(
  'someone signs in with the provider, comes where they were going, and confirms with it',
  inThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[139]/)
    provider.state.member = { sub: 'e1', preferred_username: 'edda', email: 'edda@example.org' }
    const page = await site.person(ownAddress())
    await page.goto('/portal/profile?section=security')
    await expect(page.getByText('or with your password')).toBeVisible()
    await isFineInThoroughRun(page, 'login with a provider')
    await goThrough(page)
    await expect(page).toHaveURL(/\/portal\/profile\?section=security$/)
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    const section = page.getByRole('region', { name: 'Connected sign-ins' })
    await expect(section.getByText('edda@example.org')).toBeVisible()
    await expect(section.getByText('Your only way to sign in. Set a password first.')).toBeVisible()
    await expect(section.getByRole('button', { name: 'Disconnect Gemeente Rotterdam' })).toBeDisabled()
    await isFineInThoroughRun(page, 'profile with a connected sign-in')
    // Without a password, the provider is asked before a change.
    await page.goto('/portal/profile?section=integrations')
    await page.getByRole('button', { name: 'New API key' }).click()
    const newKey = page.getByRole('dialog', { name: 'New API key' })
    await expect(newKey.getByRole('button', { name: 'Confirm with Gemeente Rotterdam' })).toBeVisible()
    await expect(newKey.getByLabel('Current password')).toHaveCount(0)
    await expect(newKey.getByRole('button', { name: 'Create key' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.goto('/portal/profile')
    await expect(
      page.getByText('You sign in with Gemeente Rotterdam and have no password here.'),
    ).toBeVisible()

    await page.goto('/portal/profile?section=data')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Current password')).toHaveCount(0)
    await goThrough(page, 'Confirm with Gemeente Rotterdam')
    await expect(messages(page).getByText('Confirmed. You can make changes for five minutes.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible()
  },
)

test(
  'an account with the same address is connected by signing in to it once, and disconnected again',
  onlyInThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[139]/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const member = { sub: username, email: `${username}@example.org`, email_verified: true }
    provider.state.member = member
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await goThrough(page)
    await expect(page.getByText('There’s already an account with this address.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await isFine(page, 'login to connect')
    await fillLogin(page, username)
    await expect(messages(page).getByText('Gemeente Rotterdam is connected.')).toBeVisible()

    await page.goto('/portal/profile?section=security')
    const section = page.getByRole('region', { name: 'Connected sign-ins' })
    await section.getByRole('button', { name: 'Disconnect Gemeente Rotterdam' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Confirm with/ })).toBeVisible()
    await page.getByRole('dialog').getByLabel('Current password').fill(goodPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(section.getByText(member.email)).toHaveCount(0)
    // The provider still knows who it is.
    await page.getByRole('button', { name: 'Connect Gemeente Rotterdam' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect this sign-in?' })
    await isFine(page, 'connecting')
    await expect(dialog.getByRole('button', { name: /^Confirm with/ })).toHaveCount(0)
    await dialog.getByLabel('Current password').fill(goodPassword)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(section.getByText(member.email)).toBeVisible()
  },
)

test(
  'a sign-in that was declined, planted or replayed is refused in words',
  onlyInThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[13]/)
    const page = await site.person(ownAddress())
    provider.state.refuses = true
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Gemeente Rotterdam' }).click()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('You cancelled signing in with Gemeente Rotterdam.')
    await page.goto('/login#code=of-someone-else')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('This sign-in has timed out.')
    await expect(page).toHaveURL(/\/login$/)
    await page.goto('/login#oidc=unavailable')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      'Gemeente Rotterdam doesn’t answer. Use your password.',
    )
    await expect(page.getByRole('button', { name: 'Continue with Gemeente Rotterdam' })).toBeDisabled()
    await isFine(page, 'provider down')
  },
)
