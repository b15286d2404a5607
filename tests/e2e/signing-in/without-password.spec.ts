import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { passkeysOf } from '#tests/support/accounts/passkeys-in-profile.ts'
import { changeAccount, ownAddress } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { addAuthenticator } from '#tests/support/accounts/virtual-authenticator.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { goThrough, withProvider } from '#tests/support/oidc/provider-site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

withProvider({ SECOND_FACTOR: 'all', PASSWORD_SIGN_IN: 'off' })
test.use({ hostname: 'localhost' })

const confirmed = 'Confirmed. You can make changes for five minutes.'

/** Lets what anybody has confirmed run out. */
function forgetConfirmations(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  database.exec("pragma busy_timeout = 5000; delete from sign_in_challenges where kind = 'confirmation'")
  database.close()
}

/** The recovery codes that come with the first factor. */
async function saveCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await codes.getByLabel('I’ve saved my codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
}

test(
  'a second step that is due is added with a confirmation of the provider',
  onlyInThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[13]/)
    provider.state.member = { sub: 'w1', preferred_username: 'wim', email: 'wim@example.org' }
    const page = await site.person(ownAddress())
    await page.goto('/login')
    await goThrough(page)
    await expect(page).toHaveURL(/\/portal$/)
    changeAccount(site.dataDir, 'wim', 'second_factor_due_at', 1)
    await page.goto('/portal/files')
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
    await page.getByRole('button', { name: 'Set up' }).click()
    await goThrough(page, 'Confirm with Gemeente Rotterdam')
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
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
  },
)

test(
  'a passkey signs in by name, and confirms another address and the end of the account',
  inThoroughRun,
  async ({ site, provider }) => {
    site.expected.push(/status of 40[13]/)
    provider.state.member = { sub: 'p1', preferred_username: 'petra', email: 'petra@example.org' }
    const page = await site.person(ownAddress())
    // It shows itself for a name only.
    const authenticator = await addAuthenticator(page, { synced: false, roaming: true })
    await page.goto('/portal/profile?section=security')
    await goThrough(page)
    await passkeysOf(page).getByRole('button', { name: 'Add passkey' }).click()
    await goThrough(page, 'Confirm with Gemeente Rotterdam')
    await expect(page.getByRole('region', { name: 'Messages' }).getByText(confirmed)).toBeVisible()
    await passkeysOf(page).getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click()
    await saveCodes(page)
    expect(await authenticator.count()).toBe(1)

    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    const name = page.getByLabel('Username or email')
    await expect(name).toHaveAttribute('autocomplete', 'username webauthn')
    await isFineInThoroughRun(page, 'login without passwords')
    await name.fill('petra')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/portal$/)

    await page.goto('/portal/profile')
    await page.getByRole('button', { name: 'Edit profile' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit profile' })
    await edit.getByLabel('Email').fill('petra@example.net')
    await expect(edit.getByLabel('Current password')).toHaveCount(0)
    await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled()
    await edit.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(edit).toBeHidden()
    await expect(page.getByText('petra@example.net')).toBeVisible()

    // The confirmation may run out while the dialog is open: it asks once more.
    const tabs = page.getByRole('navigation', { name: 'Profile sections' })
    await tabs.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    const erase = page.getByRole('dialog', { name: 'Delete account' })
    await expect(erase.getByRole('button', { name: 'Use a passkey instead' })).toHaveCount(0)
    forgetConfirmations(site.dataDir)
    await erase.getByRole('button', { name: 'Delete account' }).click()
    await expect(erase.getByRole('alert')).toContainText('Please confirm that it’s you first.')
    await expect(erase.getByLabel('Current password')).toHaveCount(0)
    await erase.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible()
  },
)
