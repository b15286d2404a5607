import { truncate, writeFile } from 'node:fs/promises'
import { GIB } from '#contract/transfers/limits.ts'
import { add, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

test('files over the limit are dropped by name, and more than one link carries is told before anything is sent', async ({
  site,
}, info) => {
  const page = await site.person()
  async function fileOf(name: string, size: number): Promise<string> {
    const path = info.outputPath(name)
    await writeFile(path, '')
    await truncate(path, size)
    return path
  }
  await page.goto('/')
  const alert = page.getByRole('alert')
  const large = await fileOf('film.mov', 2 * GIB + 1)
  await add(page, 'Select Files', [large])
  await expect(alert).toHaveText(
    'File film.mov is too large. Maximum size for free users is 2GB. Sign in with a Pro account to send larger files.',
  )
  await add(page, 'Select Files', [smallFile('fits.txt')])
  await expect(page.getByText('fits.txt', { exact: true })).toBeVisible()
  await add(page, 'Select Files', [large])
  await expect(alert).toContainText('File film.mov is too large.')
  await expect(sendButton(page)).toBeEnabled()

  const parts = await Promise.all(['a.mov', 'b.mov', 'c.mov'].map((name) => fileOf(name, 2 * GIB)))
  for (const part of parts) await add(page, 'Select Files', [part])
  await expect(alert).toContainText('One link can hold up to 5 GB')
  await expect(sendButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Remove b.mov' }).click()
  await expect(alert).toBeHidden()
  await expect(sendButton(page)).toBeEnabled()
})

test.describe('where few types are taken', () => {
  test.use({ environment: { ALLOWED_TYPES: 'txt,pdf,exe' } })

  test(
    'a file that may not be added later is refused with the types that may',
    onlyInThoroughRun,
    async ({ site }) => {
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
    },
  )
})
