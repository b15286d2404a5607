import { finishScan } from '#tests/support/browser/network/finish-scan.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: async ({ scanner }, use) => use({ CLAMD_URL: scanner.url }) })

// A server ends when its uploads have.
test.afterEach(({ scanner }) => scanner.finish())

test(
  'after the last byte the steps follow what the server does',
  onlyInThoroughRun,
  async ({ site, scanner }) => {
    const page = await site.person()
    await choose(page, smallFile('a.txt'), smallFile('b.txt'), smallFile('c.txt'))
    await sendButton(page).click()
    const now = page.locator('[aria-current=step]')
    await expect(now).toHaveText('Virus scanning 3 files')
    await expect(page.getByText('Upload complete').first()).toBeVisible()
    const bar = page.getByRole('progressbar')
    await expect(bar).toHaveAttribute('aria-valuetext', '100 percent, Virus scanning 3 files')
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeHidden()
    // Spoken words keep five seconds apart.
    const spoken = page.getByRole('status').filter({ hasText: 'Virus scanning 3 files' })
    await expect(spoken).toHaveCount(1, { timeout: 10_000 })
    await finishScan(scanner)
    await linksOf(page)
  },
)

test('one file has the steps of one', onlyInThoroughRun, async ({ site, scanner }) => {
  const page = await site.person()
  await choose(page, smallFile())
  await sendButton(page).click()
  await expect(page.locator('[aria-current=step]')).toHaveText('Virus scanning')
  const steps = page.getByRole('heading', { name: 'Steps' }).locator('..').getByRole('listitem')
  await expect(steps).toHaveText([
    'Uploading files',
    'Virus scanning',
    'Encrypting file',
    'Uploading to storage',
    'Finalizing',
  ])
  await finishScan(scanner)
  await linksOf(page)
})

test(
  'what a scanner read in full was scanned; of what it had to unpack no more is said than is known',
  onlyInThoroughRun,
  async ({ site, scanner }) => {
    const page = await site.person()
    for (const [file, line] of [
      [smallFile(), 'Scanned for viruses. No threats found.'],
      [
        { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') },
        'No threats found.',
      ],
    ] as const) {
      await choose(page, file)
      await sendButton(page).click()
      await expect(page.locator('[aria-current=step]')).toHaveText('Virus scanning')
      await finishScan(scanner)
      const { link } = await linksOf(page)
      await page.goto(link)
      await expect(page.getByText(line, { exact: true })).toBeVisible()
      await expect(page.getByText('dangerous file types')).toBeHidden()
    }
  },
)

test('the bar is where its number says, at every moment', onlyInThoroughRun, async ({ site, scanner }) => {
  const page = await site.person({ reducedMotion: 'no-preference' })
  await choose(page, smallFile('film.txt', 'x'.repeat(5_000_000)))
  await page.evaluate(() => {
    let worst = 0
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar]')
      if (!(bar instanceof HTMLElement)) return
      const { paddingInlineStart } = getComputedStyle(bar)
      const room = bar.clientWidth - 2 * Number.parseFloat(paddingInlineStart)
      const filled = Number.parseFloat(getComputedStyle(bar, '::before').width) / room
      worst = Math.max(worst, Math.abs(filled * 100 - Number(bar.ariaValueNow)))
      document.documentElement.dataset.worst = String(worst)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3_000_000,
  })
  await sendButton(page).click()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  expect(Number(await page.locator('html').getAttribute('data-worst'))).toBeLessThan(1)
  await finishScan(scanner)
  await linksOf(page)
})
