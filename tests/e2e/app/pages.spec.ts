import { rm, truncate, writeFile } from 'node:fs/promises'
import { cancelUpload, choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test('100 % means that everything has arrived, and the link follows', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile())
  await site.freeze(page)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByText('Upload complete').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeHidden()
  site.thaw()
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
})

test(
  'a stalled upload can be cancelled, and is sent with one more click',
  onlyInThoroughRun,
  async ({ site }, info) => {
    const page = await site.person()
    const path = info.outputPath('large.bin')
    await writeFile(path, '')
    await truncate(path, 40_000_000)
    await choose(page, path)
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed once')
    await site.freeze(page)
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await cancelUpload(page)
    await expect(page.getByText('large.bin', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed once')
    site.thaw()
    await send(page)
    await rm(path)
  },
)

test('a page without its file says why and what can be done', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 4(04|10)/)
  const page = await site.person()
  await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'File not found. It may have been deleted by the sender or removed.',
  )
  await expect(page.getByText('About File Expiration')).toBeVisible()
  await choose(page, smallFile())
  const { link, deletion } = await send(page)
  await page.goto(deletion)
  await page.getByRole('button', { name: 'Delete File' }).click()
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
  await page.getByRole('link', { name: 'Upload New File' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
})

test('the options show what everyone may choose, and what is still to come', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile())
  const lives = page.getByRole('group', { name: 'Expires in' }).getByRole('radio')
  await expect(lives).toHaveCount(10)
  const states = await lives.evaluateAll((radios) =>
    radios.map((radio) => ({
      life: radio.closest('label')?.textContent,
      free: radio.matches(':enabled'),
    })),
  )
  expect(states.filter(({ free }) => free).map(({ life }) => life)).toEqual(['30m', '1h', '3h', '6h', '12h'])
  expect(states.filter(({ free }) => !free).map(({ life }) => life)).toEqual(['1d', '3d', '7d', '14d', '30d'])
  await expect(page.getByRole('radio', { name: '3h', exact: true })).toBeChecked()
  await page.getByText('Encryption', { exact: false }).first().click()
  await expect(page.getByRole('radio', { name: 'AES-256-GCM' })).toBeChecked()
  for (const name of ['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024', 'RSA-OAEP', 'ChaCha20-Poly1305'])
    await expect(page.getByRole('radio', { name })).toBeDisabled()
})

test('the link can be sent by mail, and the form starts afresh', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('plan & budget.txt'))
  const { link } = await send(page)
  const draft = new URL(
    (await page.getByRole('link', { name: 'Share via Email' }).getAttribute('href')) ?? '',
  )
  expect(draft.protocol).toBe('mailto:')
  expect(draft.searchParams.get('subject')).toContain('plan & budget.txt')
  expect(draft.searchParams.get('body')).toContain(link)
  await expect(page.getByRole('button', { name: 'Delete (Login Required)' })).toBeDisabled()
  await page.getByRole('button', { name: 'Upload Another File' }).click()
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
})

test.describe('the watch over every page', () => {
  test.fail('fails a test on an error of the page', async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => queueMicrotask(() => Promise.reject(new Error('seen'))))
    await thrown
  })

  test.fail('fails a test on what the content policy forbids', async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    const refused = page.waitForEvent('console')
    await page.evaluate(() =>
      document.body.append(Object.assign(new Image(), { src: 'http://elsewhere.test/' })),
    )
    await refused
  })
})
