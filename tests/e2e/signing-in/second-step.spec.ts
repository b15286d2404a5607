import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** The code that an app shows after those that have been used up. */
function laterCode(secret: string, steps = 1): string {
  return appCode(secret, Date.now() + steps * 30_000)
}

/** Turns the second step on in the profile, and gives the secret of the app and the recovery codes. */
async function turnOn(page: Page, state = 'set up') {
  await page.goto('/portal/profile?section=security')
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await section.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  await dialog.getByLabel('Current password').fill(goodPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img')).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Six-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByLabel('Six-digit code')).toHaveAccessibleDescription(/^That code isn’t right/)
  await isFine(page, `${state}: dialog`)
  await dialog.getByLabel('Six-digit code').fill(appCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codesDialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codesDialog.locator('.codes li')).toHaveCount(10)
  await isFine(page, `${state}: recovery codes`)
  const codes = await codesDialog.locator('.codes li').allTextContents()
  await expect(codesDialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  const saved = page.waitForEvent('download')
  await codesDialog.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(codes.join('\n'))
  await page.keyboard.press('Escape')
  await expect(codesDialog.getByRole('alert')).toContainText('You won’t see these codes again.')
  await codesDialog.getByLabel('I’ve saved my codes').check()
  await codesDialog.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText('10 of 10 left')).toBeVisible()
  return { secret, codes, section }
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
}

for (const { name: look, options } of fittingLooks) {
  test(
    `the second step is turned on, asked for, and turned off again, ${look}`,
    inThoroughRun,
    async ({ site }) => {
      site.expected.push(/status of 40[13]/)
      const page = await site.person({ ...ownAddress(), ...options })
      const username = await signUp(page)
      const { secret, codes } = await turnOn(page)

      await signOut(page)
      await fillLogin(page, username)
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeFocused()
      await isFineInThoroughRun(page, 'second step')
      const field = page.getByLabel('Six-digit code')
      await field.fill('000000')
      await expect(page.getByRole('alert')).toContainText('That code isn’t right')
      await expect(page.getByRole('alert')).toContainText('4 attempts left.')
      await isFineInThoroughRun(page, 'wrong code')
      await expect(field).toBeFocused()
      // The sixth digit submits.
      await field.pressSequentially(laterCode(secret))
      await expect(page).toHaveURL(/\/portal$/)

      await signOut(page)
      await fillLogin(page, username)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await expect(page.getByRole('heading', { name: 'Use a recovery code' })).toBeFocused()
      await isFineInThoroughRun(page, 'recovery code')
      await page.getByLabel('Recovery code').fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(/\/portal$/)

      await page.goto('/portal/profile?section=security')
      const section = page.getByRole('region', { name: 'Two-step sign-in' })
      await expect(section.getByText('9 of 10 left')).toBeVisible()
      await section.getByRole('button', { name: 'Turn off' }).click()
      const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in?' })
      await dialog.getByLabel('Current password').fill(goodPassword)
      await dialog.getByRole('button', { name: 'Turn off' }).click()
      await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
      await expect(section.getByRole('heading', { name: 'Two-step sign-in', exact: true })).toBeFocused()
      await signOut(page)
      await fillLogin(page, username)
      await expect(page).toHaveURL(/\/portal$/)
    },
  )
}

test(
  'five wrong codes lead back to the password, with the name kept',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 40[13]/, /status of 429/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    await turnOn(page, 'wrong codes')
    await signOut(page)
    await fillLogin(page, username)
    const field = page.getByLabel('Six-digit code')
    // One was wrong while the app was set up, and a right one has forgiven it.
    for (let count = 0; count < 5; count += 1) {
      const answer = page.waitForResponse('**/api/auth/second-factor')
      await field.fill(String(count).padStart(6, '0'))
      expect((await answer).status()).toBe(403)
      if (count < 4) await expect(page.getByRole('alert')).toContainText(`${4 - count} attempt`)
    }
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Too many attempts. Sign in again.')
    await expect(page.getByLabel('Username or email')).toHaveValue(username)
  },
)
