import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { choose, download, linksOf, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { hasSendingParts } from '#tests/support/browser/pages/sending-parts.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { installOtherRelease } from '#tests/support/server/other-release.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { openRelay } from '#tests/support/services/relay.ts'

let root: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-releases-'))
  await installOtherRelease(join(root, 'program'))
})
test.afterAll(() => rm(root, { recursive: true }))

/** A service that a server of another release takes over, with the same data or without any. */
async function upgradedService(name: string) {
  const relay = await openRelay()
  const environment = { PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
  const dataDir = join(root, name)
  let server = await startServerProcess(dataDir, environment)
  relay.leadTo(server.baseUrl)
  async function stop() {
    server.child.kill('SIGTERM')
    await server.exited
  }
  return {
    origin: relay.origin,
    async upgrade({ data }: { data: 'same' | 'other' }) {
      relay.cut()
      await stop()
      server = await startServerProcess(
        data === 'same' ? dataDir : `${dataDir}-other`,
        environment,
        join(root, 'program'),
      )
      relay.leadTo(server.baseUrl)
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]()
      await stop()
    },
  }
}

function goToPricing(page: Page): Promise<void> {
  return page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
}

test(
  'a page that is left open across an upgrade finds its parts, and sends what was selected',
  onlyInThoroughRun,
  async ({ site }) => {
    await using service = await upgradedService('kept')
    site.expected.push(new RegExp(service.origin), /ERR_|status of 503/)
    const page = await site.person({ baseURL: service.origin })
    // What the selection needs on its way comes with it; this is the last of it.
    const parts = page.waitForResponse(/file-progress/)
    await choose(page, smallFile('before.txt'))
    await (await parts).finished()
    await service.upgrade({ data: 'same' })
    await goToPricing(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByText('before.txt')).toBeVisible()
    await send(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  },
)

test(
  'where the parts of an earlier release are gone, one more try comes before the offer of a reload; nothing is lost',
  onlyInThoroughRun,
  async ({ site }) => {
    await using service = await upgradedService('lost')
    site.expected.push(
      new RegExp(service.origin),
      /ERR_/,
      /Failed to load resource|could not be fetched|dynamically imported module/,
    )
    const page = await site.person({ baseURL: service.origin, acceptDownloads: true })
    await resumableEarly(page)
    await writeFile(join(root, 'selected.bin'), Buffer.alloc(resumableSize, 'content'))
    const part = page.waitForResponse(/assets\/browser-/)
    await choose(page, join(root, 'selected.bin'))
    // What the selection needs on its way comes with it.
    await (await part).finished()
    await hasSendingParts(page)
    await service.upgrade({ data: 'other' })

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await goToPricing(page)
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    expect(asked.filter((url) => /\/assets\/legal-.*\.js$/.test(url))).toHaveLength(2)
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByText('selected.bin')).toBeVisible()
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    await page.getByRole('radio', { name: 'Send by email' }).check()
    await expect(page.getByRole('textbox', { name: 'Send to' })).toBeVisible()
    await page.getByRole('radio', { name: 'Get a link' }).check()
    const resumable = page.waitForRequest('**/api/files/resumable')
    await sendButton(page).click()
    await resumable
    const { link } = await linksOf(page)
    await page.getByRole('button', { name: 'Show QR Code' }).click()
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    expect(missing).toEqual([])

    // The reload that was offered brings the present release, and the links are still there.
    await page.reload()
    expect((await linksOf(page)).link).toBe(link)
    await goToPricing(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
    expect((await download(page, link)).name).toBe('selected.bin')
  },
)
