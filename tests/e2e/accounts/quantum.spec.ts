import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { downloadButton, passwordField, refuse } from '#tests/support/browser/pages/download-page.ts'
import { choose, send } from '#tests/support/browser/pages/home.ts'
import { deleteKey, fingerprints, lockFile, makeKey } from '#tests/support/browser/pages/own-keys.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { filePassword, keyPassword } from '#tests/support/transfers/quantum-files.ts'

test.beforeEach(({ site }) => site.expected.push(/Failed to load resource/))

/** The dialog that asks for what opens a file. */
function unlocking(page: Page) {
  return page.getByRole('dialog', { name: 'Quantum-encrypted file' })
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Hash of what arrives when something is done on a page: the test runner compares large buffers byte by byte. */
async function arrival(page: Page, act: () => Promise<void>): Promise<string> {
  const arriving = page.waitForEvent('download')
  await act()
  return hashOf(await readFile(await (await arriving).path()))
}

/** Answers the dialog, by Enter. */
async function answer(page: Page, field: 'Key password' | 'File password', word: string): Promise<void> {
  await unlocking(page).getByLabel(field, { exact: true }).fill(word)
  await page.keyboard.press('Enter')
}

test('a file that is locked for its sender goes up, and comes down for them alone', async ({ site }) => {
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  const buffer = randomBytes(3_000_000)
  await choose(page, { name: 'plan.bin', mimeType: 'application/octet-stream', buffer })
  await page.locator('summary', { hasText: 'Encryption' }).click()
  await page.getByRole('radio', { name: 'ML-KEM-768' }).check()
  const making = page.getByRole('dialog', { name: 'Generate a key for ML-KEM-768' })
  await making.getByLabel('Key password', { exact: true }).fill(keyPassword)
  await making.getByLabel('Confirm key password').fill(keyPassword)
  await making.getByRole('button', { name: 'Generate key' }).click()
  await expect(making).toBeHidden()
  await expect(page.getByText('Only you’ll be able to open this file')).toBeVisible()
  const { link } = await send(page)
  const start = (await fingerprints(page)).get('ml-kem768')?.slice(0, 16)
  const shown = start?.replace(/(.{4})(?!$)/g, '$1 ')
  await expect(
    page.getByText(
      `Locked with ML-KEM-768 to your key ${shown}. Only you can open it, signed in and with your key password.`,
    ),
  ).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('post-quantum encryption (ML-KEM). Your key password opens it.')).toBeVisible()
  await downloadButton(page).click()
  await expect(unlocking(page)).toContainText(
    'This file is protected with ML-KEM-768 (post-quantum, level 3). Enter your key password to decrypt it.',
  )
  await expect(unlocking(page)).toContainText('A forgotten key password can’t be reset.')
  expect(await arrival(page, () => answer(page, 'Key password', keyPassword))).toBe(hashOf(buffer))
  await expect(unlocking(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Download started.' })).toBeFocused()

  const other = await site.person(ownAddress())
  const otherName = await signUp(other, 'bob')
  await makeKey(other)
  await other.goto(link)
  await expect(other.getByText('Only the sender can open it')).toBeVisible()
  await downloadButton(other).click()
  await expect(other.getByRole('alert')).toHaveText(
    `Only the sender can open this quantum-encrypted file. You’re signed in as ${otherName}.`,
  )

  const stranger = await site.person(ownAddress())
  await stranger.goto(link)
  await downloadButton(stranger).click()
  await expect(stranger.getByRole('alert')).toHaveText(
    'This quantum-encrypted file requires you to sign in first.',
  )
  await stranger.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLogin(stranger, username)
  await stranger.waitForURL(link)
  await downloadButton(stranger).click()
  expect(await arrival(stranger, () => answer(stranger, 'Key password', keyPassword))).toBe(hashOf(buffer))
})

test('with a file password anybody who has it opens the file', onlyInThoroughRun, async ({ site }) => {
  const owner = await site.person(ownAddress())
  await signUp(owner)
  await makeKey(owner)
  const buffer = randomBytes(50_000)
  const { downloadUrl } = await lockFile(owner, buffer, { withPassword: true })

  const page = await site.person(ownAddress())
  await page.goto(downloadUrl)
  await expect(downloadButton(page)).toBeEnabled()
  await downloadButton(page).click()
  const field = unlocking(page).getByLabel('File password')
  await expect(field).toBeFocused()
  await expect(unlocking(page)).toContainText('Enter the file password to decrypt it.')
  await expect(unlocking(page).getByRole('button', { name: 'Download' })).toBeDisabled()
  await answer(page, 'File password', 'not this one')
  await expect(field).toHaveAccessibleDescription('Invalid file password. Please try again.')
  await expect(field).toBeFocused()
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe('not this one'.length)
  await field.fill(filePassword)
  await expect(field).not.toHaveAccessibleDescription(/Invalid/)
  const download = unlocking(page).getByRole('button', { name: 'Download' })
  expect(await arrival(page, () => download.click())).toBe(hashOf(buffer))
  await expect(page.getByRole('heading', { name: 'Download started.' })).toBeFocused()
  await page.reload()

  // What is typed on the page itself is asked for again when it is wrong, and enough when it is right.
  await passwordField(page).fill('nor this')
  await passwordField(page).press('Enter')
  await expect(field).toHaveAccessibleDescription('Invalid file password. Please try again.')
  await page.keyboard.press('Escape')
  await expect(unlocking(page)).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await passwordField(page).fill(filePassword)
  expect(await arrival(page, () => passwordField(page).press('Enter'))).toBe(hashOf(buffer))
})

test('the sender of such a file opens it with either password', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await makeKey(page)
  const buffer = randomBytes(50_000)
  const { downloadUrl } = await lockFile(page, buffer, { withPassword: true })
  await page.goto(downloadUrl)
  await expect(page.getByText('You can also use your key password')).toBeVisible()
  await downloadButton(page).click()
  await answer(page, 'Key password', 'not this one')
  await expect(unlocking(page).getByLabel('Key password')).toHaveAccessibleDescription(
    'Invalid key password. Please try again.',
  )
  await unlocking(page).getByRole('button', { name: 'Use the file password instead' }).click()
  await expect(unlocking(page).getByLabel('File password')).toBeFocused()
  expect(await arrival(page, () => answer(page, 'File password', filePassword))).toBe(hashOf(buffer))
  await page.getByRole('button', { name: 'Try again' }).click()
  await unlocking(page).getByRole('button', { name: 'Use the file password instead' }).click()
  await unlocking(page).getByRole('button', { name: 'Use your key password instead' }).click()
  expect(await arrival(page, () => answer(page, 'Key password', keyPassword))).toBe(hashOf(buffer))
})

test(
  'while it is decrypted the dialog says so, and what fails leaves it open',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await makeKey(page)
    const buffer = randomBytes(1000)
    const { downloadUrl } = await lockFile(page, buffer)
    await page.goto(downloadUrl)
    await downloadButton(page).click()
    const busy = Promise.withResolvers<void>()
    await page.route('**/ticket', async (route) => {
      await busy.promise
      await route.abort()
    })
    await answer(page, 'Key password', keyPassword)
    await expect(unlocking(page).getByRole('button', { name: 'Decrypting...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(unlocking(page)).toBeVisible()
    busy.resolve()
    const field = unlocking(page).getByLabel('Key password')
    await expect(field).toHaveAccessibleDescription(/^Download failed/)
    await page.unroute('**/ticket')
    expect(await arrival(page, () => page.keyboard.press('Enter'))).toBe(hashOf(buffer))
  },
)

test(
  'after too many wrong key passwords the dialog says how long to wait',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await page.clock.install()
    await signUp(page)
    await makeKey(page)
    const { downloadUrl } = await lockFile(page, randomBytes(10))
    await page.goto(downloadUrl)
    await downloadButton(page).click()
    await refuse(page, '**/ticket', { code: 'RATE_LIMITED', status: 429, headers: { 'retry-after': '90' } })
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await answer(page, 'Key password', 'not this one')
    await expect(unlocking(page)).toContainText('Too many attempts.')
    await expect(unlocking(page).getByRole('timer')).toHaveText('Try again in 1m 30s.')
    await expect(unlocking(page).getByRole('button', { name: 'Download' })).toBeDisabled()
  },
)

test(
  'a file whose key was deleted opens with its file password, or not at all',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await makeKey(page)
    const buffer = randomBytes(1000)
    const kept = await lockFile(page, buffer, { withPassword: true })
    const lost = await lockFile(page, buffer)
    await page.goto(lost.downloadUrl)
    await downloadButton(page).click()
    await expect(unlocking(page)).toBeVisible()
    await deleteKey(page)
    await answer(page, 'Key password', keyPassword)
    await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
    await expect(unlocking(page)).toBeHidden()

    await page.goto(kept.downloadUrl)
    await downloadButton(page).click()
    await answer(page, 'Key password', keyPassword)
    await expect(unlocking(page).getByLabel('File password')).toHaveAccessibleDescription(
      'This file’s key was deleted. You can still open it with the file password.',
    )
    expect(await arrival(page, () => answer(page, 'File password', filePassword))).toBe(hashOf(buffer))
  },
)

test('anyone who has signed out meanwhile is led to the login', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  await makeKey(page)
  const { downloadUrl } = await lockFile(page, randomBytes(10))
  await page.goto(downloadUrl)
  await downloadButton(page).click()
  const tab = await page.context().newPage()
  await tab.goto('/')
  await tab.getByRole('button', { name: 'Logout' }).click()
  await answer(page, 'Key password', keyPassword)
  await expect(unlocking(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveText(
    'This quantum-encrypted file requires you to sign in first.',
  )
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLogin(page, username)
  await page.waitForURL(downloadUrl)
})

for (const { name: look, options } of fittingLooks) {
  test(`every state of the dialog is clean and fits, ${look}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await makeKey(page)
    const name = `${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`
    const { downloadUrl } = await lockFile(page, randomBytes(10), { withPassword: true, name })
    await page.goto(downloadUrl)
    await isFine(page, 'the page of its sender')
    await downloadButton(page).click()
    await isFine(page, 'asked for the key password')
    await answer(page, 'Key password', 'not this one')
    await expect(unlocking(page)).toContainText('Invalid key password.')
    await isFine(page, 'a wrong key password')
    await unlocking(page).getByRole('button', { name: 'Use the file password instead' }).click()
    await refuse(page, '**/ticket', { code: 'RATE_LIMITED', status: 429, headers: { 'retry-after': '90' } })
    await answer(page, 'File password', 'not this one')
    await expect(unlocking(page)).toContainText('Too many attempts.')
    await isFine(page, 'too many tries')
  })
}

test('a stranger opens a file without a mouse', async ({ site }) => {
  const owner = await site.person(ownAddress())
  await signUp(owner)
  await makeKey(owner)
  const buffer = randomBytes(10)
  const { downloadUrl } = await lockFile(owner, buffer, { withPassword: true })
  const page = await site.person(ownAddress())
  await page.goto(downloadUrl)
  await downloadButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(unlocking(page).getByLabel('File password')).toBeFocused()
  await page.keyboard.type(filePassword)
  await page.keyboard.press('Tab')
  await expect(unlocking(page).getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(unlocking(page).getByLabel('File password')).toHaveValue(filePassword)
  await page.keyboard.press('Tab')
  await expect(unlocking(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(unlocking(page).getByRole('button', { name: 'Download' })).toBeFocused()
  expect(await arrival(page, () => page.keyboard.press('Enter'))).toBe(hashOf(buffer))
})
