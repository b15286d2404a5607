import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { FILE_PASSWORD: 'required', FILE_PASSWORD_LENGTH: '6' } })

test(
  'where a file password is required, nothing is sent without one, on a phone either',
  onlyInThoroughRun,
  async ({ site }) => {
    for (const width of [1280, 390]) {
      const page = await site.person({ viewport: { width, height: 800 } })
      await choose(page, smallFile())
      await sendButton(page).click()
      const field = page.getByRole('textbox', { name: 'File password' })
      await expect(field).toBeVisible()
      await expect(field).toHaveAttribute('required')
      await field.pressSequentially('short')
      await field.press('Enter')
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true)
      await expect(field).toHaveAccessibleDescription('Use at least 6 characters.')
      await field.fill('long enough')
      if (width < 720) await page.getByRole('button', { name: 'Done' }).click()
      await sendButton(page).click()
      await linksOf(page)
    }
  },
)
