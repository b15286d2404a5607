import { choose, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({
  environment: {
    FILE_PASSWORD: 'required',
    FILE_PASSWORD_LENGTH: '8',
    EXPIRY_OPTIONS: '45m,2d',
    PRO_EXPIRY_OPTIONS: 'none',
    DEFAULT_EXPIRY: '2d',
  },
})

test(
  'where a password is required none is sent without; the lifetimes are those of the operator',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile())
    const lives = page.getByRole('group', { name: 'Expires in' })
    await expect(lives.getByRole('radio')).toHaveCount(2)
    await expect(lives.getByRole('radio', { name: /2\s?d/ })).toBeChecked()
    await expect(page.getByText('Pro', { exact: true })).toHaveCount(0)
    const field = page.getByRole('textbox', { name: 'File password' })
    await sendButton(page).click()
    await expect(field).toBeFocused()
    await field.pressSequentially('1234567')
    await sendButton(page).click()
    await expect(field).toBeFocused()
    await field.fill('12345678')
    await send(page)
  },
)

test(
  'the manage page says how long a new password has to be, and removes none that is required',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    await page.getByRole('textbox', { name: 'File password' }).fill('12345678')
    await send(page)
    await page.goto(await page.getByRole('textbox', { name: 'Manage link' }).inputValue())
    const setting = page.getByRole('region', { name: 'Password' })
    await expect(setting.getByRole('button')).toHaveText(['Change'])
    await setting.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'New file password' })
    await dialog.getByRole('textbox', { name: 'Current file password' }).fill('12345678')
    await field.fill('1234567')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(field).toHaveAccessibleDescription('At least 8 characters')
  },
)
