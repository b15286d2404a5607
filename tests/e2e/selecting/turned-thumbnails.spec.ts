import type { Page } from '@playwright/test'
import { send } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { countWorkerAnswers } from '#tests/support/browser/threads/worker-answers.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** Corners of a stored photo, from the upper left to the lower right. */
const corners = ['#b40000', '#00b400', '#0000b4', '#b4b4b4'] as const
/** What a camera says of how it was held (Exif 2.32, tag 274), with the corners as they are then to be seen. */
const held = [
  [1, 0, 1, 2, 3],
  [2, 1, 0, 3, 2],
  [3, 3, 2, 1, 0],
  [4, 2, 3, 0, 1],
  [5, 0, 2, 1, 3],
  [6, 2, 0, 3, 1],
  [7, 3, 1, 2, 0],
  [8, 1, 3, 0, 2],
] as const

/** Picks a photo of 12 megapixels, or one more and odd, for each way a camera can be held. */
async function pickTurned(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  const input = page.locator('input[type=file]').first()
  await input.evaluate(
    async (element, given) => {
      const files: File[] = []
      for (const [orientation] of given.held) {
        const [width, height] = orientation % 2 === 0 ? [4000, 3000] : [4001, 3003]
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        for (const [n, color] of given.corners.entries()) {
          context.fillStyle = color
          context.fillRect((n % 2) * (width / 2), n < 2 ? 0 : height / 2, width / 2, height / 2)
        }
        const photo = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
        const tag = Uint8Array.of(0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0)
        const exif = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...tag, 0, 0, 0, 0)
        const segment = [0xff, 0xe1, 0, 8 + exif.length, ...new TextEncoder().encode('Exif\0\0'), ...exif]
        files.push(
          new File([photo.slice(0, 2), Uint8Array.from(segment), photo.slice(2)], `${orientation}.jpg`, {
            type: 'image/jpeg',
            lastModified: 1,
          }),
        )
      }
      Object.defineProperty(element, 'files', { value: files, configurable: true })
      element.dispatchEvent(new Event('change', { bubbles: true }))
    },
    { held, corners },
  )
}

/** Width and height of a thumbnail, and which of the corners' colours each of its corners is nearest to. */
function look(page: Page, address: string) {
  return page.evaluate(
    async ([url, colors]) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob())
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const places = [
        [10, 10],
        [width - 10, 10],
        [10, height - 10],
        [width - 10, height - 10],
      ] as const
      const seen = places.map(([x, y]) => {
        const { data } = context.getImageData(x, y, 1, 1)
        const far = colors.map((color) =>
          [1, 3, 5].reduce(
            (sum, at, n) => sum + Math.abs(Number.parseInt(color.slice(at, at + 2), 16) - (data[n] ?? 0)),
            0,
          ),
        )
        return far.indexOf(Math.min(...far))
      })
      return { width, height, seen }
    },
    [address, corners] as const,
  )
}

test('thumbnails of photos stand as the camera was held', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  const answered = await countWorkerAnswers(page)
  await pickTurned(page)
  await expect.poll(answered, { timeout: 30_000 }).toBe(held.length)
  const id = (await send(page)).link.split('/').at(-1)
  for (const [n, [orientation, ...seen]] of held.entries()) {
    const [width, height] = orientation < 5 ? [320, 240] : [240, 320]
    const address = `${site.origin}/api/download/${id}/members/${n}/thumbnail`
    expect(await look(page, address), `${orientation}.jpg`).toEqual({ width, height, seen })
  }
})
