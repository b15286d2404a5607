import { randomBytes } from 'node:crypto'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import {
  downloadButton,
  openChanged,
  passwordField,
  type Refusal,
  refuse,
} from '#tests/support/browser/pages/download-page.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

test.beforeEach(({ site }) => site.expected.push(/Failed to load resource/))

test('a file that is there shows what is known of it, its message as it was typed, and hands on its link', async ({
  site,
}) => {
  const description = '<b>Hi</b> Jonas,\nhere it is: https://example.org'
  const file = await upload(
    site.origin,
    randomBytes(2048),
    { description, expiresIn: '1h' },
    'Übergabe & Plan.bin',
  )
  const page = await site.person({ permissions: ['clipboard-read', 'clipboard-write'] })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/files/info/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`/download/${file.id}?from=somewhere`)
  await expect(page.getByText('Loading file information...')).toBeVisible()
  answer.resolve()
  await expect(page).toHaveTitle('Übergabe & Plan.bin · Restante')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Übergabe & Plan.bin')
  await expect(page.getByRole('timer')).toHaveText(/^(1h 0m|59m) remaining$/)
  await expect(page.getByText('Encrypted', { exact: true })).toBeVisible()
  await expect(page.getByText(description)).toBeVisible()
  for (const [label, value] of [
    ['Type', 'BIN file'],
    ['Downloads', '0 downloads'],
    ['Encryption', 'AES-256-GCM'],
  ] as const) {
    const fact = page
      .getByRole('definition')
      .filter({ hasText: new RegExp(`^${value.replace(' ', '\\s')}$`) })
    await expect(fact, label).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible()
  }
  // The size stands in the box, and the end at the life line.
  await expect(page.getByText('2 KB')).toHaveCount(1)
  await expect(page.getByText(/expires/i)).toHaveCount(1)
  await expect(page.getByRole('term')).toHaveText(['Type', 'Downloads', 'Uploaded', 'Encryption'])
  await expect(
    page.getByText('Files are stored encrypted on European servers, in line with the GDPR.'),
  ).toBeVisible()
  await expect(passwordField(page)).toBeHidden()
  await expect(page.getByText('is deleted from the server once')).toBeHidden()

  // The link can be copied, shown as a QR code and sent by mail, and there is a way to send something.
  const link = `${site.origin}/download/${file.id}`
  await expect(page.getByRole('textbox', { name: 'Share link' })).toHaveValue(link)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.getByRole('button', { name: 'Show QR Code' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the share link' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide QR Code' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the share link' })).toBeHidden()
  const href = await page.getByRole('link', { name: 'Share via Email' }).getAttribute('href')
  const draft = new URL(href ?? '')
  expect(draft.protocol).toBe('mailto:')
  expect(draft.searchParams.get('subject')).toContain('Übergabe & Plan.bin')
  expect(draft.searchParams.get('body')).toContain(link)
  await page.getByRole('link', { name: 'Upload Your Own File' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
})

test('the count is right soon after one’s own download', onlyInThoroughRun, async ({ site }) => {
  const file = await upload(site.origin, randomBytes(10))
  const page = await site.person({ acceptDownloads: true })
  await page.goto(`/download/${file.id}`)
  await expect(page.getByText('0 downloads')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download File' }).click()
  await (await arriving).path()
  await expect(page.getByText('1 download', { exact: true })).toBeVisible()
})

test('Try Again shows that it tries', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await page.route('**/api/files/info/*', (route) => route.fulfill({ status: 502, body: 'no' }))
  await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
  const retry = page.getByRole('button', { name: 'Try Again' })
  await expect(retry).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.unroute('**/api/files/info/*')
  await page.route('**/api/files/info/*', async (route) => {
    await held.promise
    await route.fulfill({ status: 502, body: 'no' })
  })
  await retry.click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeFocused()
  held.resolve()
  await expect(retry).toBeVisible()
})

test('a download that cannot begin says so and keeps the password; one that has begun takes the button’s place and the focus', async ({
  site,
}) => {
  const file = await upload(site.origin, randomBytes(10), { password: 'Sesam' })
  const page = await site.person({ acceptDownloads: true })
  type Answer = 'cut' | 'broken' | Refusal | undefined
  let answer: Answer = 'cut'
  // Set before the page opens: calls that begin while a route is being set may get past it.
  await page.route('**/ticket', (route) => {
    if (answer === undefined) return route.continue()
    if (answer === 'cut') return route.abort()
    if (answer === 'broken') return route.fulfill({ status: 500, body: 'no' })
    const { code, status, message = 'Refused.' } = answer
    return route.fulfill({ status, json: { success: false, error: message, message, code } })
  })
  await page.goto(`/download/${file.id}`)
  await expect(page.getByText('Don’t have it? Ask the sender.')).toBeVisible()
  await passwordField(page).fill('Sesam')
  const alert = page.getByRole('alert')
  const cases: readonly [Answer, string][] = [
    ['cut', 'Download failed. Check your connection and try again.'],
    ['broken', 'Download failed'],
    [{ code: 'MAINTENANCE', status: 503, message: 'Back at noon.' }, 'Back at noon.'],
  ]
  for (const [given, text] of cases) {
    answer = given
    await downloadButton(page).click()
    await expect(alert).toHaveText(text)
  }
  answer = undefined
  const first = page.waitForEvent('download')
  await passwordField(page).press('Enter')
  await (await first).path()
  await expect(page.getByRole('heading', { name: 'Download started.' })).toBeFocused()
  await expect(page.getByText('Didn’t start? Try again')).toBeVisible()
  await expect(downloadButton(page)).toBeHidden()
  const second = page.waitForEvent('download')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await (await second).path()
  await expect(page.getByText('2 downloads')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  answer = { code: 'INVALID_FILE_PASSWORD', status: 403 }
  await page.keyboard.press('Enter')
  await expect(alert).toHaveText('Invalid file password. Please try again.')
  await expect(passwordField(page)).toBeFocused()
})

test('a file that goes while its page is open keeps its name and says why, and what can be done', async ({
  site,
}) => {
  const file = await upload(site.origin, randomBytes(10), {}, 'contract.txt')
  const page = await site.person()
  await page.goto(`/download/${file.id}`)
  await expect(downloadButton(page)).toBeVisible()
  await fetch(`${site.origin}/api/files/${file.id}`, {
    method: 'DELETE',
    headers: { 'x-deletion-token': new URL(file.deletionUrl).hash.slice(1) },
  })
  await downloadButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
  await expect(page.getByRole('heading', { name: 'contract.txt' })).toBeVisible()
  await expect(page).toHaveTitle('File Not Available · Restante')
  await expect(downloadButton(page)).toBeHidden()

  // Whether a file has ended or was never there, the page makes the same three suggestions.
  for (const id of [file.id, 'A'.repeat(22)]) {
    await page.goto(`/download/${id}`)
    await expect(page.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
    const suggested = page.getByRole('heading', { name: 'What You Can Do' }).locator('..')
    await expect(suggested.getByRole('listitem')).toHaveText([
      /^Ask the sender for a new link/,
      /^Upload your own file/,
      /^Check that you have the complete link/,
    ])
  }
})

test('a page that stays open beyond the end asks whether that was moved', async ({ site }) => {
  const server = { baseUrl: site.origin }
  const { ref, linkId, headers } = await sendTransfer(server, Buffer.from('still here'))
  const page = await site.person()
  await page.clock.install()
  await goByOwnClock(page)
  await page.goto(`/download/${linkId}`)
  await expect(page.getByRole('timer')).toHaveText(/^(3h 0m|2h 5\dm) remaining$/)
  const expiresAt = new Date(Date.now() + 20 * 60 * 60_000).toISOString()
  await anyone(server).call('updateTransfer', { params: { ref }, headers, body: { expiresAt } })
  await page.clock.fastForward('03:01:00')
  await expect(page.getByRole('timer')).toHaveText(/^16h 5\dm remaining$/)
  await expect(downloadButton(page)).toBeEnabled()
})

test('Go Back goes back', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(`${site.origin}/terms`)
})

for (const { name: look, options } of fittingLooks) {
  test(`every state is clean and fits, ${look}`, inLooks, async ({ site }) => {
    const page = await site.person(options)
    const fields = { password: 'Sesam', deleteAfterDownload: 'true', description: 'x'.repeat(500) }
    const name = `${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`
    const file = await upload(site.origin, randomBytes(10), fields, name)
    for (const scan of ['clean', 'unscanned'] as const) {
      await openChanged(page, file.id, { scan, uploadedBy: 'ines-moreau', encryptionMethod: 'ml-kem1024' })
      await isFine(page, scan)
    }
    const refusals: Refusal[] = [
      { code: 'INVALID_FILE_PASSWORD', status: 403 },
      { code: 'RATE_LIMITED', status: 429, headers: { 'retry-after': '100' } },
      { code: 'DOWNLOAD_BUSY', status: 409 },
      { code: 'FILE_DAMAGED', status: 500 },
      { code: 'AUTHENTICATION_REQUIRED', status: 401 },
      { code: 'FILE_DELETED', status: 410 },
    ]
    for (const refusal of refusals) {
      await page.goto(`/download/${file.id}`)
      await passwordField(page).fill('x')
      await refuse(page, '**/ticket', refusal)
      await downloadButton(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await isFine(page, refusal.code)
      await page.unroute('**/ticket')
    }
  })
}

for (const [off, days] of [
  ['ahead', 1],
  ['behind', -1],
] as const) {
  test(
    `a device whose clock is a day ${off} is told when a file ends, and has it`,
    onlyInThoroughRun,
    async ({ site }) => {
      const { id } = await upload(site.origin, Buffer.from('still here'))
      const page = await site.person()
      await page.clock.install({ time: Date.now() + days * 24 * 60 * 60_000 })
      await page.goto(`/download/${id}`)
      await expect(page.getByRole('timer')).toHaveText(/^(3h 0m|2h 5\dm) remaining$/)
      await expect(downloadButton(page)).toBeEnabled()
    },
  )
}
