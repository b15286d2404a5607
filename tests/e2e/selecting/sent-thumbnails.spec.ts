import type { Page } from '@playwright/test'
import { send } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { threadTimes } from '#tests/support/browser/threads/longest-task.ts'
import { countWorkerAnswers } from '#tests/support/browser/threads/worker-answers.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const secret = 'GPS 51.9225 N, 4.4792 E'

/** Picks photos as a camera makes them: large, and with the place they were taken at. */
async function pickPhotos(page: Page, names: readonly string[]): Promise<void> {
  await page.goto('/')
  const select = page.getByRole('button', { name: 'Select Files' })
  const another = page.getByRole('button', { name: 'Upload Another File' })
  await expect(another.or(select)).toBeVisible()
  if (await another.isVisible()) await another.click()
  await expect(select).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .evaluate(
      async (element, given) => {
        const canvas = new OffscreenCanvas(1600, 1200)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        const gradient = context.createLinearGradient(0, 0, 1600, 1200)
        gradient.addColorStop(0, 'red')
        gradient.addColorStop(1, 'blue')
        context.fillStyle = gradient
        context.fillRect(0, 0, 1600, 1200)
        const photo = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
        const note = new TextEncoder().encode(`Exif\0\0${given.secret}`)
        const tag = Uint8Array.of(0xff, 0xe1, 0, note.length + 2, ...note)
        const files = given.names.map(
          (name) =>
            new File([photo.slice(0, 2), tag, photo.slice(2)], name, { type: 'image/jpeg', lastModified: 1 }),
        )
        Object.defineProperty(element, 'files', { value: files, configurable: true })
        element.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { names, secret },
    )
}

test(
  'photos come with thumbnails that hold no place, no camera and no profile',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const worker = page.waitForEvent('worker')
    await pickPhotos(page, ['one.jpg', 'two.jpg'])
    await worker
    let link = ''
    // How long a busy machine needs for them nobody knows: an upload takes along what there is.
    await expect(async () => {
      if (link !== '') await pickPhotos(page, ['one.jpg', 'two.jpg'])
      link = (await send(page)).link
      const id = link.split('/').at(-1)
      const { members } = await (await fetch(`${site.origin}/api/download/${id}/members`)).json()
      expect(members.map(({ thumbnail }: { thumbnail: boolean }) => thumbnail)).toEqual([true, true])
    }).toPass({ timeout: 50_000 })
    const id = link.split('/').at(-1)
    const whole = Buffer.from(
      await (await fetch(`${site.origin}/api/download/${id}/members/0`)).arrayBuffer(),
    )
    expect(whole.includes(secret), 'the photo itself is sent as it is').toBe(true)
    const thumbnail = await fetch(`${site.origin}/api/download/${id}/members/0/thumbnail`)
    const bytes = Buffer.from(await thumbnail.arrayBuffer())
    expect(bytes.length).toBeLessThanOrEqual(24 * 1024)
    for (const name of [secret, 'Exif', 'EXIF', 'ICCP', 'XMP '])
      expect(bytes.includes(name), name).toBe(false)
    const receiver = await site.person()
    await receiver.goto(link)
    const picture = receiver.locator('.c-thumb').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)

    // So it is with a photo that is sent alone.
    const alone = receiver.getByRole('button', { name: 'Preview' }).locator('img')
    await expect(async () => {
      await pickPhotos(page, ['one.jpg'])
      await receiver.goto((await send(page)).link)
      await expect(alone).toBeVisible()
    }).toPass({ timeout: 50_000 })
    await expect.poll(() => alone.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  },
)

test(
  'where the part that makes thumbnails does not come, it is asked for once, and photos are sent without',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    site.expected.push(/ERR_FAILED/)
    let asked = 0
    await page.route('**/worker-thumbnail-*.js', (route) => {
      asked += 1
      return route.abort()
    })
    await pickPhotos(page, ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg'])
    await expect.poll(() => asked).toBe(1)
    const id = (await send(page)).link.split('/').at(-1)
    const { members } = await (await fetch(`${site.origin}/api/download/${id}/members`)).json()
    expect(members.map(({ thumbnail }: { thumbnail: boolean }) => thumbnail)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(asked).toBe(1)
  },
)

test(
  'a thumbnail takes less than 40 ms of other threads than that of the page',
  onlyInThoroughRun,
  async ({ site, chromiumBrowser }, testInfo) => {
    const page = await site.person()
    const answered = await countWorkerAnswers(page)
    const names = Array.from({ length: 20 }, (_, n) => `${n}.jpg`)
    const threads = await threadTimes(chromiumBrowser, page, testInfo.outputPath('trace.json'), async () => {
      await pickPhotos(page, names)
      await expect.poll(answered).toBe(names.length)
    })
    const others = threads.filter(({ name }) => /^(DedicatedWorker|ThreadPoolForeground)/.test(name))
    const each = others.reduce((sum, { time }) => sum + time, 0) / names.length
    expect(each, JSON.stringify(threads)).toBeLessThan(40)
    expect(each).toBeGreaterThan(0)
  },
)
