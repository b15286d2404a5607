import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { termsVersion } from '#contract/accounts/terms.ts'
import { slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { downloadButton } from '#tests/support/browser/pages/download-page.ts'
import { add, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import {
  beginPatch,
  offsetOf,
  patchUpload,
  sendCreation,
} from '#tests/support/transfers/resumable-uploads.ts'

test('a link is sent while the upload runs, and its receiver has the file when it is ready', async ({
  site,
}) => {
  const sender = await site.person()
  await resumableEarly(sender)
  sender.on('dialog', (dialog) => void dialog.accept())
  await sender.goto('/')
  const buffer = randomBytes(resumableSize)
  await add(sender, 'Select Files', [
    { name: 'plans of the house.bin', mimeType: 'application/octet-stream', buffer },
  ])
  await slowDown(sender, 1.5)
  await sendButton(sender).click()
  await expect(sender.getByRole('heading', { name: 'You can send the link now.' })).toBeVisible()
  await expect(sender.getByRole('button', { name: 'Copy link', exact: true })).toBeVisible()
  await expect(sender.getByRole('button', { name: 'Copy', exact: true })).toBeHidden()
  await expect(sender.getByRole('listitem').filter({ hasText: 'Uploading files' })).toBeVisible()
  const link = await sender.getByRole('textbox', { name: 'Share link' }).inputValue()

  const receiver = await site.person({ acceptDownloads: true })
  await receiver.goto(link)
  await expect(receiver.getByText(/^\d+% has arrived$/)).toBeVisible()
  await expect(receiver).toHaveTitle(/^Arriving, \d+%/)
  await expect(receiver.getByText('plans of the house')).toBeHidden()
  await receiver.getByRole('button', { name: 'Download when it’s ready' }).click()
  await expect(receiver.getByText('The download starts when it’s ready. Keep this tab open.')).toBeVisible()

  await sender.getByRole('button', { name: 'Pause' }).click()
  await expect(receiver.getByText('The sender has paused the upload').first()).toBeVisible({
    timeout: 20_000,
  })
  await slowDown(sender, -1)
  const downloading = receiver.waitForEvent('download')
  await sender.getByRole('button', { name: 'Resume' }).click()
  expect((await linksOf(sender)).link).toBe(link)
  const download = await downloading
  expect(download.suggestedFilename()).toBe('plans of the house.bin')
  await expect(receiver.getByRole('heading', { name: 'plans of the house.bin' })).toBeVisible()
  await expect(downloadButton(receiver)).toBeHidden()
})

test(
  'a receiver sees a killed server come back, and then has the file',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/request to/, /ERR_|Failed to load resource/)
    const dataDir = await mkdtemp(join(tmpdir(), 'restante-arriving-'))
    const port = String(await freePort())
    const at = { baseUrl: `http://127.0.0.1:${port}` }
    const start = () => startServerProcess(dataDir, { PORT: port, PUBLIC_URL: at.baseUrl })
    let server = await start()
    try {
      const bytes = randomBytes(20_000_000)
      const created = await sendCreation(at, bytes.length, { filename: 'late.bin', title: 'Late news' })
      const url = `${at.baseUrl}${created.headers.get('location')}`
      const receiver = await site.person({ acceptDownloads: true, baseURL: at.baseUrl })
      await receiver.context().addCookies(acceptanceOf(at.baseUrl, termsVersion))
      await receiver.goto(created.headers.get('x-download-url') ?? '')
      await receiver.getByRole('button', { name: 'Download when it’s ready' }).click()
      const sending = beginPatch(url, 0)
      await sending.write(bytes.subarray(0, 15_000_000))
      await expect(receiver.getByText('75% has arrived').first()).toBeVisible()
      server.child.kill('SIGKILL')
      await server.exited
      await expect(receiver.getByText('Continues when we’re back.').first()).toBeVisible()
      server = await start()
      await expect(receiver.getByText('Continues when we’re back.')).toHaveCount(0, { timeout: 20_000 })
      const offset = await offsetOf(url)
      const downloading = receiver.waitForEvent('download')
      expect((await patchUpload(url, offset, bytes.subarray(offset))).status).toBe(204)
      const path = await (await downloading).path()
      expect((await readFile(path)).equals(bytes)).toBe(true)
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
