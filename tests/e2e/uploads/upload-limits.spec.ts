import { truncate, writeFile } from 'node:fs/promises'
import { add, choose, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

test.use({
  environment: { FREE_FILE_SIZE: '1MB', FREE_TRANSFER_SIZE: '2MB', ALLOWED_TYPES: 'txt,pdf,exe' },
})

test('files over the limit are dropped by name, the others stay', async ({ site }, info) => {
  const page = await site.person()
  const large = info.outputPath('film.txt')
  await writeFile(large, '')
  await truncate(large, 1024 ** 2 + 1)
  await page.goto('/')
  await add(page, 'Select Files', [large])
  await expect(page.getByRole('alert')).toHaveText(
    'File film.txt is too large. Maximum size for free users is 1MB. Sign in with a Pro account to send larger files.',
  )
  await add(page, 'Select Files', [smallFile('fits.txt')])
  await expect(page.getByText('fits.txt', { exact: true })).toBeVisible()
  await add(page, 'Select Files', [large])
  await expect(page.getByRole('alert')).toContainText('File film.txt is too large.')
  await send(page)
})

test('more than one link carries is told before anything is sent', async ({ site }) => {
  const page = await site.person()
  const text = 'x'.repeat(800_000)
  await choose(page, smallFile('a.txt', text), smallFile('b.txt', text), smallFile('c.txt', text))
  await expect(page.getByRole('alert')).toContainText('One link can hold up to 2 MB')
  await expect(sendButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Remove b.txt' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await send(page)
})

test('a file that may not be added later is refused with the types that may', async ({ site }) => {
  site.expected.push(/status of 415/)
  const page = await site.person()
  const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a few words'))
  await page.goto(`/manage/${sent.linkId}#${sent.token}`)
  await page.locator('summary', { has: page.getByRole('heading', { name: 'Files' }) }).click()
  await page.getByRole('button', { name: 'Add a file' }).click()
  const dialog = page.getByRole('dialog')
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('png') }
  await dialog.locator('input[type=file]').setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Add file', exact: true }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('The file couldn’t be added.')
  await expect(alert).toContainText('File type not supported. photo.png Supported types: txt, pdf, exe.')
})
