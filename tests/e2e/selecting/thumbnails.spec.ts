import type { Page } from '@playwright/test'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { send, sendButton } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

type Chosen = { path: string; type: string; content: 'picture' | 'video' | 'text' }

/** Picks files as a browser would give them; what is in a folder knows its path. */
async function pick(page: Page, chooser: 'files' | 'folder', chosen: readonly Chosen[]): Promise<void> {
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  const input = page.locator('input[type=file]').nth(chooser === 'files' ? 0 : 1)
  await input.evaluate(async (element, given) => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 200
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 300, 200)
    function record(): Promise<Blob> {
      const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
      const chunks: Blob[] = []
      const draw = setInterval(() => context?.fillRect(0, 0, 300, 200), 20)
      const recorded = new Promise<Blob>((resolve) => {
        recorder.onstop = () => resolve(new Blob(chunks, { type: 'video/webm' }))
      })
      recorder.ondataavailable = ({ data }) => {
        chunks.push(data)
        // The header alone is shorter: there are frames.
        if (recorder.state === 'inactive' || new Blob(chunks).size < 1500) return
        clearInterval(draw)
        recorder.stop()
      }
      recorder.start(500)
      return recorded
    }
    async function contentOf(content: string): Promise<Blob> {
      if (content === 'video') return record()
      if (content === 'text') return new Blob(['words'])
      return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob())))
    }
    const files: File[] = []
    for (const { path, type, content } of given) {
      const file = new File([await contentOf(content)], path.split('/').at(-1) ?? '', {
        type,
        lastModified: 1,
      })
      if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path })
      files.push(file)
    }
    Object.defineProperty(element, 'files', { value: files, configurable: true })
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, chosen)
}

/** The colour in the middle of a row's thumbnail. */
function colorOf(page: Page, name: string): Promise<number[]> {
  return page
    .getByRole('listitem')
    .filter({ hasText: name })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      // Reading the page's own canvas again and again makes Chromium warn of it.
      const copy = new OffscreenCanvas(canvas.width, canvas.height)
      const context = copy.getContext('2d', { willReadFrequently: true })
      context?.drawImage(canvas, 0, 0)
      return Array.from(context?.getImageData(44, 44, 1, 1).data ?? [])
    })
}

test('pictures and videos show what they are, other files their type', inThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.addInitScript(() => {
    const made = new Set<string>()
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (content) => {
      const url = createObjectURL(content)
      made.add(url)
      return url
    }
    URL.revokeObjectURL = (url) => {
      made.delete(url)
      revokeObjectURL(url)
    }
    Object.assign(window, { objectUrls: made })
  })
  await page.goto('/')
  await pick(page, 'files', [
    { path: 'red.png', type: 'image/png', content: 'picture' },
    { path: 'red.webm', type: 'video/webm', content: 'video' },
    { path: 'broken.jpg', type: 'image/jpeg', content: 'text' },
    { path: 'offer.pdf', type: 'application/pdf', content: 'text' },
  ])
  await expect.poll(() => colorOf(page, 'red.png')).toEqual([255, 0, 0, 255])
  await expect.poll(async () => (await colorOf(page, 'red.webm'))[0]).toBeGreaterThan(200)
  for (const [name, type] of [
    ['broken.jpg', 'jpg'],
    ['offer.pdf', 'pdf'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.locator('.sheet')).toHaveText(type)
  }
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'objectUrls').size)).toBe(0)
  await isFineInThoroughRun(page, 'thumbnails')
})

test('a folder unfolds, and a file is taken out of it', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.goto('/')
  const names = ['a.png', 'b.txt', 'deep/c.txt', 'd.txt', 'e.txt']
  const inFolder = names.map(
    (name) => ({ path: `trip/${name}`, type: 'text/plain', content: 'text' }) as const,
  )
  await pick(page, 'folder', inFolder)
  await expect(sendButton(page)).toHaveText('Upload 5 files')
  const unfold = page.getByRole('button', { name: 'Files in trip' })
  await expect(unfold).toHaveAttribute('aria-expanded', 'false')
  await unfold.press('Enter')
  await expect(unfold).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('deep/c.txt')).toBeVisible()
  await expect(page.getByText('e.txt')).toBeHidden()
  await isClean(page, 'a folder unfolded')
  await page.getByRole('button', { name: 'Remove b.txt' }).click()
  await expect(page.getByRole('button', { name: 'Remove deep/c.txt' })).toBeFocused()
  await expect(sendButton(page)).toHaveText('Upload 4 files')
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect(page.getByText('e.txt')).toBeVisible()
  // The folder once more brings back what was taken out.
  await pick(page, 'folder', inFolder)
  await expect(sendButton(page)).toHaveText('Upload 5 files')
  await expect(page.getByRole('heading', { name: '1 item' })).toBeVisible()
  for (const name of ['a.png', 'b.txt', 'deep/c.txt', 'd.txt', 'e.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
})

test('a video is sent with a picture of what it shows', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  let link = ''
  // How long a busy machine needs for it nobody knows: an upload takes along what there is.
  await expect(async () => {
    await page.goto('/')
    const another = page.getByRole('button', { name: 'Upload Another File' })
    if (link !== '') await another.click()
    await pick(page, 'files', [
      { path: 'red.webm', type: 'video/webm', content: 'video' },
      { path: 'words.txt', type: 'text/plain', content: 'text' },
    ])
    await expect.poll(async () => (await colorOf(page, 'red.webm'))[0]).toBeGreaterThan(200)
    link = (await send(page)).link
    const answer = await fetch(`${site.origin}/api/download/${link.split('/').at(-1)}/members`)
    const { members } = await answer.json()
    expect(members.map(({ thumbnail }: { thumbnail: boolean }) => thumbnail)).toEqual([true, false])
  }).toPass({ timeout: 50_000 })
  const receiver = await site.person()
  await receiver.goto(link)
  const picture = receiver.locator('.c-thumb').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
})
