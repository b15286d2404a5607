import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tokenOf, uploadAs } from '#tests/support/accounts/people.ts'
import { addUser } from '#tests/support/browser/pages/admin-area.ts'
import { chooseInFileMenu } from '#tests/support/browser/pages/file-menu.ts'
import { choose, linksOf, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { lockFile, makeKey } from '#tests/support/browser/pages/own-keys.ts'
import { become } from '#tests/support/browser/roles.ts'
import { hearsDialog, recordAnnouncements } from '#tests/support/browser/screen-reader.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** A page, the button on it that opens a dialog, the dialog's name, and whether it asks before something is lost. */
type Opener = readonly [address: string, button: string | RegExp, name: string | RegExp, asks?: 'asks']

const dialogs: readonly Opener[] = [
  ['/portal/contacts', 'Add Contact', 'Add Contact'],
  ['/portal/contacts', 'Edit Jonas Weber', 'Edit Jonas Weber'],
  ['/portal/contacts', 'Share with Jonas Weber', 'Share with Jonas Weber'],
  ['/portal/contacts', 'Delete Jonas Weber', /Jonas Weber/, 'asks'],
  ['/portal/profile', 'Edit Profile', 'Edit Profile'],
  ['/portal/profile', 'Change Password', 'Change Password'],
  ['/portal/profile', 'Email Preferences', 'Email Preferences'],
  ['/portal/profile?section=security', 'Sign out everywhere', 'Sign out everywhere'],
  ['/portal/profile?section=keys', 'Generate key for ML-KEM-1024', 'Generate a key for ML-KEM-1024'],
  ['/portal/profile?section=keys', 'Change key password of ML-KEM-768', 'Change key password of ML-KEM-768'],
  ['/portal/profile?section=keys', 'Delete key ML-KEM-768', 'Delete key ML-KEM-768'],
  ['/portal/profile?section=data', 'Delete account', /account/],
  ['/admin?tab=files', 'View notes.txt', 'notes.txt'],
  ['/admin?tab=files', 'Delete notes.txt', /notes\.txt/, 'asks'],
  ['/admin?tab=users', 'Add User', 'Add User'],
  ['/admin?tab=users', 'View heard-user', 'heard-user'],
  ['/admin?tab=users', 'Edit heard-user', 'Edit heard-user'],
  ['/admin?tab=users', 'Delete heard-user', /heard-user/, 'asks'],
  ['/admin?tab=system', 'Enable maintenance mode', 'Enable maintenance mode'],
]

async function addContact(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const data = { name: 'Jonas Weber', email: 'jonas@example.org' }
  expect((await page.request.post('/api/contacts', { headers, data })).status()).toBe(201)
}

test('a screen reader finds every dialog alone, named and operable', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await become(page, 'administrator', 'screen-reader', site.dataDir)
  await uploadAs(page, ['notes.txt'])
  await addContact(page)
  await makeKey(page)
  await addUser(page, { username: 'heard-user' })
  await page.goto('/')
  for (const [address, button, name, asks] of dialogs) {
    if (!page.url().endsWith(address)) await walkTo(page, address)
    const opener = page.getByRole('button', { name: button, exact: true }).first()
    await opener.click()
    await hearsDialog(page, name, { asks: asks === 'asks' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener, `the focus is back where ${name} was opened`).toBeFocused()
  }
  await walkTo(page, '/portal/files')
  await chooseInFileMenu(page, 'notes.txt', 'Who can open it')
  await hearsDialog(page, 'Who can open it')
  await page.keyboard.press('Escape')
  await chooseInFileMenu(page, 'notes.txt', 'Delete')
  await hearsDialog(page, /notes\.txt/, { asks: true })
  await page.keyboard.press('Escape')
  const { downloadUrl } = await lockFile(page, randomBytes(10))
  await page.goto(downloadUrl)
  await page.getByRole('button', { name: 'Download File' }).click()
  await hearsDialog(page, 'Quantum-encrypted file')
})

test(
  'a screen reader finds the terms, the menu and the question before a deletion alone, too',
  onlyInThoroughRun,
  async ({ site }) => {
    const newcomer = await site.person({ terms: 'unseen' })
    await newcomer.goto('/')
    await hearsDialog(newcomer, /terms/i)
    const page = await site.person({ viewport: { width: 390, height: 800 } })
    await become(page, 'user', 'heard-menu', site.dataDir)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await hearsDialog(page, 'Menu')
    await page.keyboard.press('Escape')
    await choose(page, smallFile('plan.txt'))
    await send(page)
    await page.getByRole('button', { name: 'Delete File' }).click()
    await hearsDialog(page, /plan\.txt/, { asks: true })
  },
)

test('what happens without a click is announced', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ permissions: ['clipboard-read', 'clipboard-write'] })
  const announced = await recordAnnouncements(page)
  const hears = (pattern: RegExp) =>
    expect.poll(async () => (await announced()).some((text) => pattern.test(text)), `${pattern}`).toBe(true)
  await choose(page, smallFile('a.txt'), smallFile('b.txt'))
  await hears(/2 files/)
  await page.getByRole('button', { name: 'Remove b.txt' }).click()
  await hears(/1 item/)
  await page.getByRole('button', { name: 'Generate' }).click()
  await hears(/password/i)
  const password = await page.getByRole('textbox', { name: 'File password' }).inputValue()
  await page.getByRole('textbox', { name: 'Message from sender' }).fill(`It is ${password}`)
  await hears(/message/i)
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeFocused()
  const { link } = await linksOf(page)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await hears(/copied/i)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'File password' }).fill(password)
  await page.getByRole('button', { name: 'Download File' }).click()
  await expect(page.getByRole('heading', { name: 'Download started.' })).toBeFocused()
  await walkTo(page, '/privacy')
  await hears(/^Privacy/)
})
