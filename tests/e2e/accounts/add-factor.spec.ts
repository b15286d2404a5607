import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { changeAccount, fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test.use({ environment: { SECOND_FACTOR: 'all' } })

test('a service that wants a second step says until when, and then asks for one before anything else', async ({
  site,
}) => {
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  await page.goto('/portal/profile')
  const section = page.getByRole('region', { name: 'Second step' })
  await expect(section.getByText(/^Add an authenticator app by/)).toBeVisible()
  await isFine(page, 'days of grace')

  changeAccount(site.dataDir, username, 'second_factor_due_at', 1)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/portal/files')
  await fillLogin(page, username)
  await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeVisible()
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
  await page.goto('/portal/profile')
  await expect(section.getByText('required by your operator')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
})
