import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { UploadReply } from '#contract/transfers/files.ts'
import { fillLogin, newName, register, signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { add, choose, linksOf, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test(
  'what was deleted is not offered again, with or without a password',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await signUp(page)
    async function sendAndDelete(password = '') {
      await choose(page, smallFile('plan.txt'))
      await page.getByRole('textbox', { name: 'File password' }).fill(password)
      await send(page)
      await page.getByRole('button', { name: 'Delete File' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete File' }).click()
      await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
      await expect(page).toHaveTitle('File deleted · Restante')
      expect(await page.evaluate(() => sessionStorage.getItem('restante.sent'))).toBeNull()
    }
    for (const password of ['', 'correct horse']) {
      await sendAndDelete(password)
      const navigation = page.getByRole('navigation', { name: 'Main' })
      await navigation.getByRole('link', { name: 'My Files' }).click()
      await expect(page).toHaveURL(/\/portal$/)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(page.getByRole('complementary', { name: 'Your upload' })).toBeHidden()
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeHidden()
    }
    await sendAndDelete()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeHidden()
  },
)

test(
  'a deletion that is answered late takes nothing of what was picked meanwhile',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await signUp(page)
    await choose(page, smallFile('plan.txt'))
    await send(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Files' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    const goOn = Promise.withResolvers<void>()
    await page.route('**/api/files/*', async (route) => {
      await goOn.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Delete File' }).click()
    const dialog = page.getByRole('dialog')
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await dialog.getByRole('button', { name: 'Delete File' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await add(page, 'Select Files', [smallFile('next.txt')])
    await expect(page.getByText('next.txt')).toBeVisible()
    goOn.resolve()
    await (await answered).finished()
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('as agreed')
    await expect(page.getByText('next.txt')).toBeVisible()
    await send(page)
  },
)

test('who signs in after sending keeps the manage link, manages by it, and deletes the file', async ({
  site,
}) => {
  site.expected.push(/status of (404|410)/)
  const page = await site.person()
  const username = newName()
  await register(page, username)
  await choose(page, smallFile('plan.txt'))
  const { link } = await send(page)
  const manageLink = page.getByRole('textbox', { name: 'Manage link' })
  const manageUrl = await manageLink.inputValue()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, username)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.getByRole('complementary', { name: 'Your upload' }).getByRole('link').click()
  await linksOf(page)
  await expect(manageLink).toHaveValue(manageUrl)
  await page.getByRole('main').getByRole('link', { name: 'Manage' }).click()
  await expect(page).toHaveURL(manageUrl)
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()

  // It is deleted after a second thought.
  await page.goBack()
  await page.getByRole('button', { name: 'Delete File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete plan.txt?' })
  await expect(dialog).toContainText('This action cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete File' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete File' }).click()
  await dialog.getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
})

test(
  'an account that finds nothing of what a guest has sent takes nothing off the list of this browser',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    const answer = page.waitForResponse('**/api/files/upload')
    await send(page)
    const { transfer }: UploadReply = await (await answer).json()
    await signUp(page)
    await page.goto(`/portal/files/${transfer.ref}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer not available')
    await page.goto('/')
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await page
      .getByRole('region', { name: 'Sent from this browser' })
      .getByRole('link', { name: 'Manage plan.txt' })
      .click()
    await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
  },
)

test('a deletion that fails says so and can be tried again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await signUp(page)
  await choose(page, smallFile('plan.txt'))
  await send(page)
  await page.route('**/api/files/*', (route) => route.fulfill({ status: 502, body: '<h1>no</h1>' }))
  await page.getByRole('button', { name: 'Delete File' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete File' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete file. Please try again.')
  await page.unroute('**/api/files/*')
  await dialog.getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
})

test('what was deleted elsewhere meanwhile is deleted', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 410/)
  const page = await site.person()
  await signUp(page)
  await choose(page, smallFile('plan.txt'))
  const { link } = await send(page)
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const deleted = await page.request.delete(`/api/files/${link.split('/').at(-1)}`, { headers })
  expect(deleted.status()).toBe(200)
  await page.getByRole('button', { name: 'Delete File' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
})

test('a Pro account chooses longer lives, and large files count as its own', async ({ site }, info) => {
  const page = await site.person()
  await resumableEarly(page)
  const username = await signUp(page)
  const database = new DatabaseSync(join(site.dataDir, 'restante.sqlite'), { timeout: 5000 })
  database
    .prepare('update users set is_pro = 1, storage_limit = 20000000000 where username = ?')
    .run(username)
  database.close()
  const path = info.outputPath('film.bin')
  await writeFile(path, Buffer.alloc(resumableSize, 'film'))
  await choose(page, path)
  await expect(page.getByText('Each file can be up to 10 GB.')).toBeVisible()
  await page.getByRole('radio', { name: '7d', exact: true }).check()
  await expect(page.getByRole('switch', { name: /^Pro/ })).toBeChecked()
  await page.getByRole('switch', { name: /^Pro/ }).uncheck()
  await expect(page.getByRole('radio', { name: '3h', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: '14d', exact: true }).check()
  await sendButton(page).click()
  const { link } = await linksOf(page)
  await expect(page.getByRole('timer')).toHaveText(/^(14d 0h 0m|13d 23h 59m) remaining$/)
  await page.goto(link)
  await expect(page.getByText(`By ${username}`)).toBeVisible()
})
