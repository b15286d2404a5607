// How soon every page is there on a phone with a middling network, and how much it moves meanwhile:
//
//   npm run bench:web [PART OF A NAME]
//
// The network is that of Chrome's "Fast 4G" (8.1 Mbit/s down, 165 ms there and back), the processor four times slower than
// this one; two pages also with neither, as on a fast line. Each page is opened afresh five times with an empty cache, those of
// the portal and the admin area signed in; the medians are printed. It ends with 1 when a page takes too long or moves too much.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type UploadReply, uploadReply } from '#contract/transfers/files.ts'
import { goodPassword, opened } from '#tests/support/accounts/accounts.ts'
import { changeAccount } from '#tests/support/accounts/people.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { percentile } from '../figures.ts'

const runs = 5
/** Milliseconds until the largest paint, and the layout shift, that no page should reach. */
const limits = { largestPaint: 1200, shift: 0.02 }
const network = {
  offline: false,
  latency: 165,
  downloadThroughput: (8.1 * 1000 * 1000) / 8,
  uploadThroughput: (1.35 * 1000 * 1000) / 8,
}
const processorSlowdown = 4

/** Times in milliseconds from the start of the navigation. `shift` is the cumulative layout shift, without a unit. */
type Figures = { firstPaint: number; largestPaint: number; shift: number; kilobytes: number }

type How = { newcomer?: boolean; slowed?: boolean; kept?: Record<string, string> }
type Opened = How & { name: string; path: string }

const folder = await mkdtemp(join(tmpdir(), 'restante-bench-web-'))
const server = await startServerProcess(folder, { LOG_LEVEL: 'error' })
const browser = await chromium.launch(await browserOptions())
try {
  const client = createClient({ baseUrl: server.baseUrl, schemas: endpoints })
  const body = { username: 'bench', email: 'bench@example.org', password: goodPassword }
  await client.call('register', { body })
  changeAccount(folder, 'bench', 'is_admin', 1)
  const { token, refreshToken, expiresIn } = opened(
    await client.call('login', { body: { username: 'bench', password: goodPassword } }),
  )
  const kept = { token, refreshToken, tokenGoodUntil: String(Date.now() + expiresIn) }
  const sent: UploadReply['file'][] = []
  for (const name of ['plan.pdf', 'notes.txt', 'photo.jpg', 'report.docx', 'table.xlsx', 'film.mp4']) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(100_000).fill(97)]), name)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
    sent.push(uploadReply.parse(await answer.json()).file)
  }
  const [first] = sent
  if (!first) throw new Error('nothing was sent')
  const download = `/download/${first.id}`
  const pages: Opened[] = [
    { name: '/', path: '/' },
    { name: '/, for the first time', path: '/', newcomer: true },
    { name: '/, signed in', path: '/', kept },
    { name: '/download/...', path: download },
    { name: '/download/..., gone', path: '/download/AAAAAAAAAAAAAAAAAAAAAA' },
    { name: '/delete/...', path: new URL(first.deletionUrl).pathname },
    ...pagesForGuests.filter((path) => !path.startsWith('/download')).map((path) => ({ name: path, path })),
    ...pagesForAdministrators.map((path) => ({ name: path, path, kept })),
    { name: '/, fast', path: '/', slowed: false },
    { name: '/download/..., fast', path: download, slowed: false },
  ]
  const [wanted = ''] = process.argv.slice(2)
  console.log('page                          FCP ms   LCP ms     CLS      KB')
  for (const { name, path, ...how } of pages.filter(({ name }) => name.includes(wanted))) {
    const figures: Figures[] = []
    for (let run = 0; run < runs; run += 1) figures.push(await measure(browser, server.baseUrl + path, how))
    const [largestPaint, shift] = [median(figures, 'largestPaint'), median(figures, 'shift')]
    const row = [
      median(figures, 'firstPaint').toFixed(0).padStart(9),
      largestPaint.toFixed(0).padStart(9),
      shift.toFixed(3).padStart(8),
      median(figures, 'kilobytes').toFixed(0).padStart(8),
    ]
    const over = largestPaint >= limits.largestPaint || shift >= limits.shift
    if (over) process.exitCode = 1
    console.log(name.padEnd(27) + row.join('') + (over ? '  over the limit' : ''))
  }
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}

/**
 * Opens a page with an empty cache, as someone who has accepted the terms, or as a newcomer who has yet to; signed in with
 * what the app has kept in the browser.
 */
async function measure(
  browser: Browser,
  url: string,
  { newcomer = false, slowed = true, kept }: How,
): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  if (!newcomer) await context.addCookies(acceptanceOf(url))
  if (kept) await context.addInitScript((kept) => Object.assign(localStorage, kept), kept)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  if (slowed) {
    await devTools.send('Network.emulateNetworkConditions', network)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  }
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(url, { waitUntil: 'networkidle' })
  const timings = await page.evaluate(readTimings)
  await context.close()
  return { ...timings, kilobytes: bytes / 1000 }
}

/** Runs in the page. */
async function readTimings() {
  function entriesOf(type: string): Promise<PerformanceEntry[]> {
    return new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
  }
  const paints = await entriesOf('paint')
  const largest = await entriesOf('largest-contentful-paint')
  const shifts = await entriesOf('layout-shift')
  return {
    firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
  }
}

function median(figures: readonly Figures[], name: keyof Figures): number {
  return percentile(
    figures.map((figure) => figure[name]),
    0.5,
  )
}
