import type { Page } from '@playwright/test'
import { addPasskey, passkeysOf } from '#tests/support/accounts/passkeys-in-profile.ts'
import { changeAccount, fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { addAuthenticator } from '#tests/support/accounts/virtual-authenticator.ts'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ hostname: 'localhost' })

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
}

test(
  'a passkey is added, signs in with a button, is renamed and removed',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await addAuthenticator(page)
    // This authenticator would take the suggestion by itself, beside the button.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.goto('/portal/profile?section=security')
    await expect(passkeysOf(page).getByText('None yet.')).toBeVisible()
    await addPasskey(page)
    const row = passkeysOf(page).getByRole('listitem')
    await expect(row).toContainText(', Linux')
    await expect(row).toContainText('synced across your devices')
    await expect(row).toContainText('not used yet')
    await isFineInThoroughRun(page, 'a passkey')

    await signOut(page)
    await expect(page.getByLabel('Username or email')).toHaveAttribute('autocomplete', 'username webauthn')
    await isFineInThoroughRun(page, 'sign-in with a passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
    await expect(page).toHaveURL(/\/portal$/)

    await page.goto('/portal/profile?section=security')
    await expect(row).toContainText('last used Today')
    await row.getByRole('button', { name: /^More for .+, Linux$/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Rename passkey/ })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Pixel 9')
    // A passkey stands in for the password, and the form is sent with it.
    await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(row).toContainText('Pixel 9')
    await expect(passkeysOf(page).getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused()

    await row.getByRole('button', { name: 'More for Pixel 9' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const removing = page.getByRole('dialog', { name: 'Remove Pixel 9?' })
    await expect(removing).toContainText('Your password alone will be enough to sign in')
    await removing.getByRole('button', { name: 'Remove' }).click()
    await expect(passkeysOf(page).getByText('None yet.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Passkey removed.')).toBeVisible()
  },
)

test('a passkey among the suggestions signs in without a click', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await addAuthenticator(page)
  await page.goto('/portal/profile?section=security')
  await addPasskey(page)
  await page.evaluate(() => localStorage.clear())
  // This authenticator takes the suggestion by itself.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/portal$/)
})

test(
  'the time of the suggestions runs out without ending what the button began',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const authenticator = await addAuthenticator(page)
    await page.goto('/portal/profile?section=security')
    await addPasskey(page)
    await authenticator.setPresent(false)
    await page.evaluate(() => localStorage.clear())
    await page.clock.install()
    // The person at the button takes their time: the browser is asked in earnest once they have touched the authenticator.
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = async (options) => {
        document.documentElement.dataset.asked = options?.mediation ?? 'modal'
        if (options?.mediation === undefined)
          await new Promise((resolve, reject) => {
            addEventListener('touched', resolve, { once: true })
            options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
          })
        return get(options)
      }
    })
    await page.goto('/login')
    const root = page.locator('html')
    await expect(root).toHaveAttribute('data-asked', 'conditional')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(root).toHaveAttribute('data-asked', 'modal')
    await page.clock.runFor(4 * 60_000 + 1000)
    await expect(page.getByRole('button', { name: 'Signing in' })).toBeVisible()
    await authenticator.setPresent(true)
    await page.evaluate(() => dispatchEvent(new Event('touched')))
    await expect(page).toHaveURL(/\/portal$/)
  },
)

test(
  'after the password a passkey is the second step, and one that does not fit leads back',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 40[13]/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    // A key to plug in: it shows itself for a name only.
    const authenticator = await addAuthenticator(page, { synced: false, roaming: true })
    await page.goto('/portal/profile?section=security')
    await addPasskey(page)
    await expect(passkeysOf(page).getByRole('listitem')).toContainText('Passkey on one device')
    expect(await authenticator.count()).toBe(1)
    await signOut(page)
    await fillLogin(page, username)
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeFocused()
    await isFine(page, 'second step with a passkey')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByLabel('Recovery code')).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    // Someone who is not verified gets nowhere, and may try again.
    await authenticator.setVerified(false)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await authenticator.setVerified(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/portal$/)

    // By name it signs in alone.
    await signOut(page)
    await page.getByLabel('Username or email').fill(username)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/portal$/)

    changeAccount(site.dataDir, username, 'is_active', 0)
    await signOut(page)
    await page.getByLabel('Username or email').fill(username)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('disabled')
  },
)
