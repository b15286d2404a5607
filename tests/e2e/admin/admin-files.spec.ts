import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { uploadAs } from '#tests/support/accounts/people.ts'
import { cellsOf, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { blobFiles, damageBlob } from '#tests/support/databases/damage-blob.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

// A server of its own: its lists are counted.
test.use({ environment: { SUPPORT_MAIL: 'files@example.org' } })

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const rows = (page: Page) => page.getByRole('table').getByRole('row')

test('every file with its sender, filtered and searched, looked at, and deleted after a second thought', async ({
  site,
}) => {
  site.expected.push(/status of 410/)
  const sent = await upload(site.origin, Buffer.from('a few words'), {}, 'Gästeliste.txt')
  const page = await site.person()
  const admin = await openAdmin(page, site, 'files')
  await uploadAs(page, ['brief-1.txt', 'brief-2.txt'], { expiresIn: '30m' })
  await page.getByRole('button', { name: 'Refresh' }).click()

  await expect(rows(page)).toHaveCount(4)
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Name',
    'Size',
    'Uploader',
    'Uploaded',
    'Expires',
    'Downloads',
    'Actions',
  ])
  const [name, size, uploader, uploaded, expires, downloads] = await cellsOf(rowOf(page, 'brief-2.txt'))
  expect(name).toBe('brief-2.txtEncrypted')
  expect(size).toMatch(/^200\sB$/)
  expect(uploader).toBe(admin)
  expect(uploaded).toMatch(/^Today, \d\d:\d\d$/)
  expect(expires).toMatch(/^(30|29)\sminutes left$/)
  expect(downloads).toBe('0')
  expect((await cellsOf(rowOf(page, 'Gästeliste.txt')))[2]).toBe('Anonymous')

  await page.getByRole('searchbox', { name: 'Search files' }).fill('BRIEF')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No files found.')).toBeVisible()
  await page.getByRole('searchbox').fill(admin)
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Expired', exact: true }).click()
  await expect(page.getByText('No files found.')).toBeVisible()
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await expect(rows(page)).toHaveCount(4)

  // Its details say all that is known of it, and lead nowhere.
  await uploadAs(page, ['looked-at.txt'], { password: 'a good secret', deleteAfterDownload: 'true' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'View looked-at.txt' }).click()
  const details = page.getByRole('dialog', { name: 'looked-at.txt' })
  for (const fact of [
    /^ID[\w-]{22}$/,
    /^Size100\sB$/,
    /^EncryptionAES-256-GCM$/,
    /^PasswordRequired$/,
    /^After downloadDeleted$/,
    /^Virus scanNo threats found, but some of it may not have been scanned$/,
  ])
    await expect(details.locator('dl > div').filter({ hasText: fact })).toHaveCount(1)
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page.getByRole('button', { name: 'View looked-at.txt' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Its id is a reference that opens nothing.
  await expect(details.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // A file that is deleted is gone for everybody.
  const remove = page.getByRole('button', { name: 'Delete Gästeliste.txt' })
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Delete Gästeliste.txt?' })
  await expect(question).toContainText('This action cannot be undone.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: 'Delete File' }).click()
  await expect(question).toBeHidden()
  await expect(toast(page, 'Gästeliste.txt was deleted')).toBeVisible()
  await expect(rowOf(page, 'Gästeliste.txt')).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
  const guest = await site.person()
  await guest.goto(sent.downloadUrl)
  await expect(guest.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
})

test('a deletion that fails says so and can be tried again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await openAdmin(page, site, 'files')
  await uploadAs(page, ['stubborn.txt'])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.route('**/api/admin/files/*', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Delete stubborn.txt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete File' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to delete file')
  await page.unroute('**/api/admin/files/*')
  await dialog.getByRole('button', { name: 'Delete File' }).click()
  await expect(rowOf(page, 'stubborn.txt')).toHaveCount(0)
})

test(
  'pages of twenty; users and files share the page number and the search',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const admin = await openAdmin(page, site, 'files')
    await uploadAs(
      page,
      Array.from({ length: 21 }, (_, index) => `share-${String(index).padStart(2, '0')}.txt`),
    )
    await page.getByRole('searchbox').fill('share-')
    await expect(rows(page)).toHaveCount(21)
    await expect(page.getByText('1–20 of 21')).toBeVisible()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(rowOf(page, 'share-00.txt')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)

    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('share-')
    await expect(page.getByText('No users found.')).toBeVisible()
    await page.getByRole('searchbox').fill(admin)
    await expect(rowOf(page, admin)).toBeVisible()
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search files' })).toHaveValue(admin)
  },
)

test('a page that no longer exists gives way to the last one', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site, 'files')
  await uploadAs(
    page,
    Array.from({ length: 21 }, (_, index) => `last-${String(index).padStart(2, '0')}.txt`),
  )
  const found = page.waitForResponse(/search=last-/)
  await page.getByRole('searchbox').fill('last-')
  await found
  await expect(page.getByText('1–20 of 21')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Delete last-00.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByText('1–20 of 20')).toBeVisible()
  await expect(rows(page)).toHaveCount(21)
})

test('a file that is damaged is marked in words, and found among the others', async ({ site }) => {
  const rotten = await upload(site.origin, randomBytes(100_000), {}, 'rotten.bin')
  for (const path of await blobFiles(site.dataDir)) await damageBlob(path)
  await upload(site.origin, randomBytes(100_000), {}, 'whole.bin')
  const answer = await fetch(`${site.origin}/api/download/${rotten.id}/file`)
  expect(answer.status).toBe(500)
  const page = await site.person()
  await openAdmin(page, site, 'files')
  await expect(rowOf(page, 'rotten.bin').getByText('Damaged')).toBeVisible()
  await expect(rowOf(page, 'whole.bin').getByText('Damaged')).toHaveCount(0)
  await page.getByRole('button', { name: 'Damaged', exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, 'rotten.bin')).toBeVisible()
})
