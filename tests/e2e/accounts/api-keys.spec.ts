import { readFile } from 'node:fs/promises'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('an API key is created, shown once, taken along for ShareX, and revoked', async ({ site }) => {
  site.expected.push(/status of 40[013]/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/portal/profile?section=integrations')
  const section = page.getByRole('region', { name: 'API keys' })
  await section.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await dialog.getByLabel('Name').fill('ShareX at work')
  await expect(dialog.getByLabel('Send files')).toBeChecked()
  await expect(dialog.getByLabel('Administration: view')).toHaveCount(0)
  await dialog.getByLabel('List and download files').check()
  await dialog.getByLabel('Allowed networks').fill('here')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
    'Your current password is incorrect.',
  )
  await dialog.getByLabel('Current password').fill(goodPassword)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Allowed networks')).toHaveAccessibleDescription(
    /^Enter addresses or networks/,
  )
  await dialog.getByLabel('Allowed networks').fill('127.0.0.0/8, ::1, 10.0.0.0/8')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toBeHidden()

  const note = section.getByRole('status')
  await expect(note).toContainText('It won’t be shown again.')
  await expect(note).toBeFocused()
  const key = await note.getByLabel('API key', { exact: true }).inputValue()
  expect(key).toMatch(/^rst_[\w-]{43}$/)
  const saved = page.waitForEvent('download')
  await note.getByRole('button', { name: 'Download ShareX file' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/\.sxcu$/)
  const settings = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(settings.Headers.Authorization).toBe(`Bearer ${key}`)
  const answer = await page.request.fetch(settings.RequestURL, {
    method: settings.RequestMethod,
    headers: settings.Headers,
    multipart: {
      [settings.FileFormName]: { name: 'shot.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)

  const row = section.getByRole('listitem')
  await expect(row).toContainText('ShareX at work')
  await expect(row).toContainText('Send files, List and download files')
  await note.getByRole('button', { name: 'Done' }).click()
  await expect(note).toBeHidden()
  await row.getByRole('button', { name: 'Revoke ShareX at work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toHaveCount(0)
  await expect(section.getByRole('heading', { name: 'API keys' })).toBeFocused()
  // Within five minutes the password is not asked for again.
  await section.getByRole('button', { name: 'New API key' }).click()
  await dialog.getByLabel('Name').fill('second')
  await expect(dialog.getByLabel('Current password')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(section.getByText('second', { exact: true })).toBeVisible()
  const refused = await page.request.post(settings.RequestURL, { headers: settings.Headers, multipart: {} })
  expect(refused.status()).toBe(401)
})

for (const { name: look, options } of fittingLooks) {
  test(`a second key within five minutes asks for no password, ${look}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await page.goto('/portal/profile?section=integrations')
    const section = page.getByRole('region', { name: 'API keys' })
    for (const name of ['first', 'second']) {
      await section.getByRole('button', { name: 'New API key' }).click()
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      await isFine(page, `dialog of the ${name} key`)
      const password = dialog.getByLabel('Current password')
      await expect(password).toHaveCount(name === 'first' ? 1 : 0)
      if (name === 'first') await password.fill(goodPassword)
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await expect(section.getByText(name, { exact: true })).toBeVisible()
      await isFine(page, `the ${name} key`)
    }
  })
}
