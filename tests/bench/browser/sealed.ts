// Measures what end-to-end encryption costs in the browser, beside what the same browser does without it:
//
//   npm run bench:sealed -- [--rounds 7] [--size 256] [--place /dev/shm] [--desktop]
//
// Each round sends a file of so many MiB plainly and sealed and saves both, plainly by the browser's own download, sealed by the
// service worker and by way of a file of the site's own, each checked by its hash. With `--desktop` it is Debian's Chromium, with
// windows (scripts/services/whole-chromium.sh), which saves where the question is answered, too. Printed are medians of the speed and of the
// processor's time of browser and server, and medians of the ratios within rounds: a machine that drifts says the same. The first
// round warms up and is left out.
import { createHash, randomFillSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '#client/create-client.ts'
import { deletionTokenHeader } from '#contract/headers.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { type Desktop, startDesktop } from '#tests/support/browser/desktop/start-desktop.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { downloadButton } from '#tests/support/browser/pages/download-page.ts'
import { choose, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { percentile } from '../figures.ts'
import { cpuSeconds, startRestante } from '../processes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    size: { type: 'string', default: '256' },
    place: { type: 'string', default: '/dev/shm' },
    desktop: { type: 'boolean', default: false },
  },
})
const MIB = 1024 * 1024
const size = Number(values.size) * MIB

/** Seconds of the clock, and of the processor by browser and server. */
type Figures = { readonly seconds: number; readonly browser: number; readonly server: number }

const folder = await mkdtemp(join(values.place, 'restante-bench-sealed-'))
const source = join(folder, 'film.bin')
const expected = await writeNoise(source)
const server = await startRestante(join(folder, 'data'), { END_TO_END: 'all' })
const origin = `http://127.0.0.1:${server.port}`
const client = createClient({ baseUrl: origin })
const options = { baseURL: origin, downloadsPath: join(folder, 'downloads') }
const desktop = values.desktop ? await startDesktop(folder, options) : undefined
const context =
  desktop?.context ??
  (await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(await browserOptions()),
    ...options,
  }))
try {
  await context.addCookies(acceptanceOf(origin))
  const rounds: Record<string, Figures>[] = []
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const plain = await measureUpload(false)
    const sealed = await measureUpload(true)
    const saved = {
      download: await measureDownload(plain.link),
      'sealed, by the worker': await measureDownload(sealed.link, withoutPicker),
      'sealed, by an own file': await measureDownload(sealed.link, withoutWorker),
      ...(desktop && { 'sealed, where asked': await measurePicker(desktop, sealed.link) }),
    }
    for (const { deletion } of [plain, sealed]) await remove(deletion)
    if (round > 0) rounds.push({ upload: plain.figures, 'sealed upload': sealed.figures, ...saved })
  }
  console.log('                         MB/s  browser CPU s/GB  server CPU s/GB  ratio  CPU ratio')
  print(rounds, 'upload')
  print(rounds, 'sealed upload', 'upload')
  print(rounds, 'download')
  print(rounds, 'sealed, by the worker', 'download')
  print(rounds, 'sealed, by an own file', 'download')
  if (desktop) print(rounds, 'sealed, where asked', 'download')
} finally {
  await (desktop ? desktop[Symbol.asyncDispose]() : context.close())
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Writes what no one can compress, and gives its hash. */
async function writeNoise(path: string): Promise<string> {
  const bytes = Buffer.allocUnsafe(size)
  for (let at = 0; at < size; at += MIB) randomFillSync(bytes, at, Math.min(MIB, size - at))
  await writeFile(path, bytes)
  return createHash('sha256').update(bytes).digest('hex')
}

async function measureUpload(isSealed: boolean) {
  const page = await context.newPage()
  await choose(page, source)
  if (isSealed) await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
  const figures = await measure(async () => {
    await sendButton(page).click()
    await page.getByRole('heading', { name: 'Your link is ready.' }).waitFor()
  })
  const links = await linksOf(page)
  await page.close()
  return { figures, ...links }
}

async function measureDownload(link: string, prepare?: (page: Page) => Promise<void>): Promise<Figures> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await prepare?.(page)
  await page.goto(link)
  const button = page.getByRole('button', { name: 'Download', exact: true }).or(downloadButton(page))
  await button.waitFor()
  let path = ''
  const figures = await measure(async () => {
    const coming = page.waitForEvent('download')
    await button.click()
    path = await (await coming).path()
  })
  await expectSent(path)
  await page.close()
  return figures
}

/** Saves it where the browser asks to, from the answer on. */
async function measurePicker({ saveDialog }: Desktop, link: string): Promise<Figures> {
  const path = join(folder, 'saved.bin')
  const page = await context.newPage()
  await page.addInitScript(() => {
    const ask = window.showSaveFilePicker
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, {
      begin: resolve,
      showSaveFilePicker: async (options: { suggestedName: string }) => {
        const place = await ask?.(options)
        await promise
        return place
      },
    })
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await saveDialog.save(path)
  const figures = await measure(async () => {
    await page.evaluate(() => Reflect.get(window, 'begin')())
    await page.getByRole('heading', { name: /arrived and were checked/ }).waitFor()
  })
  await expectSent(path)
  await page.close()
  return figures
}

async function expectSent(path: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== expected) throw new Error('what was saved is not what was sent')
  await rm(path)
}

async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
}

async function withoutWorker(page: Page): Promise<void> {
  await withoutPicker(page)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
}

async function measure(work: () => Promise<void>): Promise<Figures> {
  const before = await processorTimes()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const after = await processorTimes()
  return { seconds, browser: after.browser - before.browser, server: after.server - before.server }
}

async function processorTimes() {
  const session = await context.browser()?.newBrowserCDPSession()
  if (!session) throw new Error('the browser tells nothing of its processes')
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return {
    browser: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    server: await cpuSeconds(await server.pids()),
  }
}

async function remove(deletion: string): Promise<void> {
  const { pathname, hash } = new URL(deletion)
  await client.call('deleteFile', {
    params: { id: pathname.split('/').at(-1) ?? '' },
    headers: { [deletionTokenHeader]: hash.slice(1) },
  })
}

function print(rounds: readonly Record<string, Figures>[], name: string, beside?: string): void {
  const own = rounds.flatMap((round) => round[name] ?? [])
  const medianOf = (value: (figures: Figures) => number) => percentile(own.map(value), 0.5)
  const ratioOf = (value: (figures: Figures) => number) =>
    percentile(
      rounds.flatMap((round) => {
        const [mine, other] = [round[name], round[beside ?? name]]
        return mine && other ? value(mine) / value(other) : []
      }),
      0.5,
    )
  const gigabytes = size / 1e9
  const columns = [
    medianOf(({ seconds }) => size / 1e6 / seconds).toFixed(0),
    medianOf(({ browser }) => browser / gigabytes).toFixed(2),
    medianOf(({ server }) => server / gigabytes).toFixed(2),
    ...(beside
      ? [ratioOf(({ seconds }) => 1 / seconds), ratioOf(({ browser, server }) => browser + server)].map(
          (ratio) => ratio.toFixed(2),
        )
      : []),
  ]
  const widths = [5, 18, 17, 7, 11]
  console.log(name.padEnd(24) + columns.map((column, n) => column.padStart(widths[n] ?? 0)).join(''))
}
