// What thumbnails of photos cost the sender's browser off the page's thread:
//
//   node tests/bench/browser/thumbnails.ts
//
// Twenty photos of 12 megapixels are chosen at once, then one alone, in three sizes of file. Printed are milliseconds a photo: until
// the last has its thumbnail, of the processor for all threads but the page's, and for one alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { threadTimes } from '#tests/support/browser/threads/longest-task.ts'
import { countWorkerAnswers } from '#tests/support/browser/threads/worker-answers.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { percentile } from '../figures.ts'

const photos = 20
const megabytes = [1.7, 2.8, 5]
const runs = 5

const folder = await mkdtemp(join(tmpdir(), 'restante-bench-thumbnails-'))
const server = await startServerProcess(join(folder, 'data'), { LOG_LEVEL: 'error' })
const browser = await chromium.launch(await browserOptions())
try {
  console.log('a photo of   of twenty   processor       alone')
  for (const size of megabytes) {
    const context = await browser.newContext()
    await context.addCookies(acceptanceOf(server.baseUrl))
    const page = await context.newPage()
    const answered = await countWorkerAnswers(page)
    await page.goto(server.baseUrl)
    await page.getByRole('button', { name: 'Select Files' }).waitFor()
    await preparePhoto(page, size * 1e6)
    let done = 0
    async function choose(count: number): Promise<number> {
      done += count
      const started = await chooseCopies(page, count)
      await page.waitForFunction((done) => Reflect.get(window, 'answered').length >= done, done, {
        polling: 1,
      })
      return ((await page.evaluate(() => performance.now())) - started) / count
    }
    await choose(2)
    const alone = await medianOf(() => choose(1))
    const elapsed = await medianOf(() => choose(photos))
    const threads = await threadTimes(browser, page, join(folder, 'trace.json'), async () => {
      await choose(photos)
    })
    const others = threads.filter(({ name }) => /^(DedicatedWorker|ThreadPoolForeground)/.test(name))
    const computed = others.reduce((sum, { time }) => sum + time, 0) / photos
    console.log(
      `${size} MB`.padStart(10) +
        [elapsed, computed, alone].map((ms) => `${ms.toFixed(1)} ms`.padStart(12)).join(''),
    )
    if ((await answered()) !== done) throw new Error('a thumbnail is missing')
    await context.close()
  }
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let run = 0; run < runs; run += 1) all.push(await measure())
  return percentile(all, 0.5)
}

/** Leaves a photo of about so many bytes with the page: noise over a gradient, in the quality that makes it so large. */
async function preparePhoto(page: Page, bytes: number): Promise<void> {
  await page.evaluate(async (bytes) => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const image = context.createImageData(4000, 3000)
    for (let at = 0; at < image.data.length; at += 4) {
      const x = (at / 4) % 4000
      const light =
        128 + 60 * Math.sin(x / 300) + 40 * Math.sin(at / 4000 / 4 / 200) + 14 * (Math.random() - 0.5)
      image.data.set([light, light * 0.9, light * 0.8, 255], at)
    }
    context.putImageData(image, 0, 0)
    let photo = new Blob()
    let [low, high] = [0.3, 1]
    while (high - low > 0.003) {
      const quality = (low + high) / 2
      photo = await canvas.convertToBlob({ type: 'image/jpeg', quality })
      if (photo.size < bytes) low = quality
      else high = quality
    }
    Object.assign(window, { photo })
  }, bytes)
}

/** @returns when they were chosen, by the page's clock */
function chooseCopies(page: Page, count: number): Promise<number> {
  return page
    .locator('input[type=file]')
    .first()
    .evaluate((element, count) => {
      const photo: Blob = Reflect.get(window, 'photo')
      const files = Array.from(
        { length: count },
        (_, n) => new File([photo], `${performance.now()}-${n}.jpg`, { type: 'image/jpeg', lastModified: 1 }),
      )
      Object.defineProperty(element, 'files', { value: files, configurable: true })
      const started = performance.now()
      element.dispatchEvent(new Event('change', { bubbles: true }))
      return started
    }, count)
}
