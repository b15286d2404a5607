import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { downloadButton, passwordField, refuse } from '#tests/support/browser/pages/download-page.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { damageBlob } from '#tests/support/databases/damage-blob.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

test.beforeEach(({ site }) => site.expected.push(/Failed to load resource/))

test(
  'after too many wrong passwords the button waits, says how long, and opens again',
  inThoroughRun,
  async ({ site }) => {
    const file = await upload(site.origin, randomBytes(10), { password: 'Sesam' })
    const page = await site.person({ acceptDownloads: true })
    await page.clock.install()
    await page.goto(`/download/${file.id}`)
    for (let tries = 0; tries < 5; tries += 1) {
      await passwordField(page).fill(`wrong ${tries}`)
      await passwordField(page).press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Invalid file password. Please try again.')
      await expect(passwordField(page)).toBeFocused()
    }
    await passwordField(page).fill('Sesam')
    await downloadButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Too many attempts.')
    await expect(page.getByText(/^Try again in (2m 0s|1m \d+s)\.$/)).toBeVisible()
    await expect(downloadButton(page)).toBeDisabled()
    await expect(downloadButton(page)).toBeFocused()
    await passwordField(page).fill('Sesam!')
    await expect(downloadButton(page)).toBeDisabled()
    await isFineInThoroughRun(page, 'too many tries')
    await page.clock.fastForward('02:01')
    await expect(page.getByText('Too many attempts.')).toBeHidden()
    await expect(downloadButton(page)).toBeEnabled()
  },
)

test(
  'a file for one download that someone is downloading says so, and goes when they have it',
  onlyInThoroughRun,
  async ({ site }) => {
    const file = await upload(site.origin, randomBytes(30_000_000), { deleteAfterDownload: 'true' })
    const page = await site.person()
    await page.clock.install()
    await page.goto(`/download/${file.id}`)
    await expect(page.getByText('This file is deleted from the server after one download.')).toBeVisible()
    const other = await fetch(`${site.origin}/api/download/${file.id}/file`)
    await downloadButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The last download of this file is running right now. If it fails, you can try again.',
    )
    await isClean(page, 'busy')
    await other.arrayBuffer()
    await expect(async () => {
      await page.clock.fastForward('00:10')
      await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.', {
        timeout: 500,
      })
    }).toPass()
    await expect(downloadButton(page)).toBeHidden()
  },
)

test('a damaged file is not handed out, and the page says so', inThoroughRun, async ({ site }) => {
  const blobs = join(site.dataDir, 'blobs')
  // Large enough to lie in the store and not in the database.
  const file = await upload(site.origin, randomBytes(100_000))
  await damageBlob(await newest(blobs))
  const page = await site.person()
  await page.goto(`/download/${file.id}`)
  await downloadButton(page).click()
  await expect(page.getByRole('alert')).toContainText('This file was damaged on the server')
  await isFineInThoroughRun(page, 'damaged')
})

async function newest(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const times = await Promise.all(
    // What an earlier test has sent may go meanwhile.
    paths.map(async (path) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  return times.toSorted((a, b) => b.at - a.at)[0]?.path ?? ''
}

for (const [what, answer, sentence] of [
  ['no answer', 'cut', 'Connection lost. Check your network and try again.'],
  [
    'maintenance',
    { code: 'MAINTENANCE', status: 503, message: 'Back at noon.', headers: { 'retry-after': '90' } },
    'Back at noon.',
  ],
  [
    'an expired file',
    { code: 'FILE_EXPIRED', status: 410 },
    'This file has expired and was automatically deleted.',
  ],
] as const) {
  test(`${what} is told, and what may pass can be tried again`, onlyInThoroughRun, async ({ site }) => {
    const file = await upload(site.origin, randomBytes(10))
    const page = await site.person()
    const calls = '**/api/files/info/*'
    if (answer === 'cut') await page.route(calls, (route) => route.abort())
    else await refuse(page, calls, answer)
    await page.goto(`/download/${file.id}`)
    await expect(page.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(sentence)
    for (const advice of [
      'Ask the sender for a new link',
      'Upload your own file',
      'Check that you have the complete link',
    ])
      await expect(page.getByRole('listitem').filter({ hasText: advice })).toBeVisible()
    await expect(page.getByText('About File Expiration')).toBeVisible()
    await isClean(page, what)
    const again = page.getByRole('button', { name: 'Try Again' })
    if (what === 'an expired file') {
      await expect(again).toBeHidden()
      return
    }
    if (what === 'maintenance') await expect(page.getByText(/^Try again in 1m \d+s\.$/)).toBeVisible()
    await page.unroute(calls)
    await again.click()
    await expect(downloadButton(page)).toBeVisible()
  })
}
