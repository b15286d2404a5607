import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { cancelUpload, sendButton } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { longestTask } from '#tests/support/browser/threads/longest-task.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const files = 3000

test(
  'of a long list the rows in sight are drawn; it is searched and shortened',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await page
      .locator('input[type=file]')
      .first()
      .evaluate((input, count) => {
        const chosen = Array.from({ length: count }, (_, index) => {
          const name = `photo-${String(index + 1).padStart(4, '0')}.jpg`
          return new File(['a picture'], name, { type: 'image/jpeg', lastModified: index })
        })
        Object.defineProperty(input, 'files', { value: chosen })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }, files)
    await expect(sendButton(page)).toHaveText('Upload 3,000 files')
    const rows = page.getByRole('region', { name: 'Selected files' }).getByRole('listitem')
    await expect(rows.first()).toContainText('photo-0001.jpg')
    expect(await rows.count()).toBeLessThan(100)
    await expect(rows.first()).toHaveAttribute('aria-setsize', '3000')
    await isFineInThoroughRun(page, 'a long list')

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(rows.last()).toContainText('photo-3000.jpg')
    expect(await rows.count()).toBeLessThan(100)
    await expect(rows.last()).toHaveAttribute('aria-posinset', '3000')
    await page.getByRole('button', { name: 'Remove photo-2999.jpg' }).click()
    await expect(page.getByRole('button', { name: 'Remove photo-3000.jpg' })).toBeFocused()

    await page.getByRole('searchbox', { name: 'Search files' }).fill('PHOTO-12')
    await expect(rows).toHaveCount(100)
    await page.getByRole('button', { name: 'Remove photo-1299.jpg' }).click()
    await expect(page.getByRole('button', { name: 'Remove photo-1298.jpg' })).toBeFocused()
    await expect(sendButton(page)).toHaveText('Upload 2,998 files')
  },
)

test('what more of a folder is shown takes the focus', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.goto('/')
  await page.locator('input[webkitdirectory]').evaluate((input) => {
    const chosen = Array.from({ length: 6 }, (_, index) => {
      const file = new File(['a'], `${index + 1}.txt`)
      return Object.defineProperty(file, 'webkitRelativePath', { value: `Quay/${index + 1}.txt` })
    })
    Object.defineProperty(input, 'files', { value: chosen })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByRole('button', { name: 'Files in Quay' }).click()
  await page.getByRole('button', { name: 'Show all 6' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove 4.txt' })).toBeFocused()
})

test(
  'whether a file can still be read is not asked of 10,000 files one by one, and Cancel ends it',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/ERR_/)
    const page = await site.person()
    await page.goto('/')
    await page
      .locator('input[type=file]')
      .first()
      .evaluate((input, count) => {
        const chosen = Array.from({ length: count }, (_, index) => new File(['a'], `${index}.txt`))
        // As slow as a share on a network: what is read one by one takes minutes.
        Blob.prototype.arrayBuffer = () => new Promise(() => {})
        Object.defineProperty(input, 'files', { value: chosen })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }, 1000)
    await page.route('**/api/files/upload-multiple', (route) => route.abort())
    await sendButton(page).click()
    await cancelUpload(page)
    await expect(sendButton(page)).toBeFocused()
  },
)

for (const [what, button, details] of [
  ['files', 0, onlyInThoroughRun],
  ['files of a folder', 1, {}],
] as const) {
  test(
    `80,000 ${what} are picked without a frame that takes long`,
    details,
    async ({ site, chromiumBrowser }, info) => {
      const page = await site.person()
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
      const input = page.locator('input[type=file]').nth(button)
      // Has the members of a file that are read until it is sent. This many real files would keep the browser busy.
      await input.evaluate((input, inFolder) => {
        const chosen = Array.from({ length: 80_000 }, (_, index) => {
          const name = `photo-${index}.jpg`
          const webkitRelativePath = inFolder ? `photos/${index % 80}/${name}` : ''
          return { name, size: 1, lastModified: index, webkitRelativePath }
        })
        Object.defineProperty(input, 'files', { value: chosen })
      }, button === 1)
      const longest = await longestTask(chromiumBrowser, page, info.outputPath('trace.json'), async () => {
        await input.dispatchEvent('change')
        await expect(sendButton(page)).toHaveText('Upload 80,000 files', { timeout: 30_000 })
      })
      info.annotations.push({ type: 'longest task', description: `${longest} ms` })
      expect(longest).toBeLessThan(100)
    },
  )
}
