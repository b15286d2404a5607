import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { holdPart } from '#tests/support/browser/network/hold-part.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import {
  add,
  cancelUpload,
  choose,
  closeOptions,
  openOptions,
  send,
  sendButton,
  smallFile,
} from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test(
  'the page of the link says first what everybody needs, hands it on, folds the rest, and starts afresh',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', { value: async (what: unknown) => shared.push(what) })
    })
    await choose(page, smallFile('plan & budget.txt'))
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'File info' })).toContainText('plan & budget.txt')
    const link = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
      { title: 'plan & budget.txt', url: link },
    ])
    const draft = new URL(
      (await page.getByRole('link', { name: 'Share via Email' }).getAttribute('href')) ?? '',
    )
    expect(draft.protocol).toBe('mailto:')
    expect(draft.searchParams.get('subject')).toContain('plan & budget.txt')
    expect(draft.searchParams.get('body')).toContain(link)

    await expect(page.getByRole('textbox', { name: 'Deletion link' })).toBeHidden()
    await expect(page.getByText('AES-256-GCM', { exact: true })).toBeHidden()
    await page.locator('summary', { hasText: 'Details' }).click()
    await expect(page.getByRole('textbox', { name: 'Deletion link' })).toBeVisible()
    await expect(page.getByText('AES-256-GCM', { exact: true })).toBeVisible()
    await isFineInThoroughRun(page, 'details')

    // A guest is told that deleting wants an account.
    await expect(page.getByRole('button', { name: 'Delete (Login Required)' })).toBeDisabled()
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
  },
)

test('links carry PUBLIC_URL, by whichever name the page was opened', async ({ site }) => {
  const origin = `http://localhost:${new URL(site.origin).port}`
  site.expected.push(new RegExp(`^request to ${origin}$`))
  const page = await site.person({ baseURL: origin })
  await page.context().addCookies(acceptanceOf(origin))
  // This device has nothing to share with.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
  })
  await choose(page, smallFile('a.txt'), smallFile('b.txt'))
  const { link, deletion } = await send(page)
  const info = page.getByRole('region', { name: 'File info' })
  await expect(info).toContainText(/Restante [\d-]+\.zip/)
  await expect(info).toContainText('2 files')
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
  expect(new URL(link).origin).toBe(site.origin)
  expect(new URL(deletion).origin).toBe(site.origin)
  await page.goto(`${origin}${new URL(link).pathname}`)
  await expect(page.getByRole('textbox', { name: 'Share link' })).toHaveValue(link)
})

test(
  'where the part of the app that shows the link does not come, the page says so, and shows it when it does',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.clock.install()
    const shown = await holdPart(page, 'success-view')
    await choose(page, smallFile())
    await sendButton(page).click()
    await expect(async () => {
      await page.clock.runFor(16_000)
      await expect(page.getByRole('alert')).toContainText('This part of the page couldn’t be loaded.', {
        timeout: 500,
      })
    }).toPass()
    shown.release()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test(
  'a password that nobody has seen is asked about once before it goes',
  onlyInThoroughRun,
  async ({ site }) => {
    // The page begins at its top, far above the password.
    const page = await site.person({ viewport: { width: 390, height: 300 } })
    const another = page.getByRole('button', { name: 'Upload Another File' })
    const question = page.getByRole('dialog', { name: 'Leave without the password?' })
    async function sendWithPassword() {
      await add(page, 'Select Files', [smallFile()])
      await openOptions(page)
      await page.getByRole('textbox', { name: 'File password' }).fill('correct-horse')
      await closeOptions(page)
      await sendButton(page).click()
      await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeFocused()
    }
    /** Presses it without scrolling there, past the password. */
    const startAnew = () =>
      another.evaluate((button: HTMLButtonElement) => {
        button.focus({ preventScroll: true })
        button.click()
      })
    /** What the browser asks when the tab is about to be closed. */
    async function closing() {
      let asked = false
      page.once('dialog', (dialog) => {
        asked = true
        void dialog.dismiss()
      })
      await page.evaluate(() => setTimeout(() => location.reload()))
      return () => asked
    }
    await page.goto('/')
    await sendWithPassword()
    await expect.poll(await closing()).toBe(true)
    await startAnew()
    await expect(question).toContainText('You haven’t seen or copied the file password')
    await isClean(page, 'a password about to go')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(another).toBeFocused()
    await expect(page.getByText('correct-horse')).toBeAttached()
    await startAnew()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()

    await sendWithPassword()
    await startAnew()
    await question.getByRole('button', { name: 'Upload Another File' }).click()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
    await expect(question).toBeHidden()

    // Other pages take nothing away; what was in sight is not asked about.
    await sendWithPassword()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
    await page.goBack()
    await page.getByText('correct-horse').scrollIntoViewIfNeeded()
    await expect(page.getByText('correct-horse')).toBeInViewport({ ratio: 1 })
    await startAnew()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
  },
)

test(
  'files under way are listed one by one, with how far each has come',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const large = { name: 'b.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3_000_000) }
    await choose(page, smallFile('a.txt'), large, smallFile('c.txt'))
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await sendButton(page).click()
    await page.locator('summary', { hasText: 'Files' }).click()
    const rows = page.locator('.file-progress').getByRole('listitem')
    await expect(rows).toHaveText([/a\.txt/, /b\.bin/, /c\.txt/])
    await expect(rows.nth(0)).toContainText('Sent')
    await expect(rows.nth(1)).toContainText(/[\d.]+\s[KM]B of 2\.86\sMB/)
    await expect(rows.nth(2)).toContainText('Waiting')
    await isClean(page, 'files under way')
    await cancelUpload(page)
    await expect(sendButton(page)).toBeFocused()
  },
)

test('on a wide screen the box grows', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ viewport: { width: 1280, height: 900 } })
  await page.goto('/')
  const box = page.getByRole('region', { name: 'Drop zone' })
  const before = await box.boundingBox()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect
    .poll(async () => {
      const after = await box.boundingBox()
      return Math.min(
        (after?.width ?? 0) - (before?.width ?? 0),
        (after?.height ?? 0) - (before?.height ?? 0),
      )
    })
    .toBeGreaterThan(90)
})
