import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { addPasskey, passkeysOf } from '#tests/support/accounts/passkeys-in-profile.ts'
import { changeAccount, fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { addAuthenticator } from '#tests/support/accounts/virtual-authenticator.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { SECOND_FACTOR: 'all' }, hostname: 'localhost' })

test(
  'a service that wants a second step says until when, and then asks for one before anything else',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    await page.goto('/portal/profile?section=security')
    const section = page.getByRole('region', { name: 'Two-step sign-in' })
    await expect(section.getByText(/^Add a passkey or an authenticator app by/)).toBeVisible()
    await isFine(page, 'days of grace')

    changeAccount(site.dataDir, username, 'second_factor_due_at', 1)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/portal/files')
    await fillLogin(page, username)
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
    await isFine(page, 'second step wanted')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' })
    await dialog.getByLabel('Current password').fill(goodPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByLabel('Six-digit code').fill(appCode(secret, Date.now()))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    // Escape does not lose them.
    await page.keyboard.press('Escape')
    await codes.getByLabel('I’ve saved my codes').check()
    await codes.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/\/portal\/files$/)
    await page.goto('/portal/profile?section=security')
    await expect(section.getByText('required by your operator')).toBeVisible()
    await expect(section.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
  },
)

test(
  'a passkey is a second step, too, and the last one cannot be removed',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 403/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const authenticator = await addAuthenticator(page)
    changeAccount(site.dataDir, username, 'second_factor_due_at', 1)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/portal/files')
    await fillLogin(page, username)
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
    await addPasskey(page)
    await expect(page).toHaveURL(/\/portal\/files$/)
    expect(await authenticator.count()).toBe(1)
    await page.goto('/portal/profile?section=security')
    const row = passkeysOf(page).getByRole('listitem')
    await expect(row).toContainText('Add another one first.')
    await row.getByRole('button', { name: /^More for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled()
  },
)
