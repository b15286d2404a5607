import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { goTo, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { upgradeApp } from '#tests/support/browser/network/upgrade-app.ts'
import { add, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { hasSendingParts } from '#tests/support/browser/pages/sending-parts.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: async ({ relay }, use) => use({ PUBLIC_URL: relay.origin }) })

const nobody = 'http://127.0.0.1:9'

let root: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-interrupted-'))
})
test.afterAll(() => rm(root, { recursive: true, force: true }))

function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Selects 5,000 files that are sent in one call. */
async function chooseMany(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .evaluate((input) => {
      const chosen = Array.from({ length: 5000 }, (_, index) => new File([`file ${index}`], `${index}.txt`))
      Object.defineProperty(input, 'files', { value: chosen, configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await expect(sendButton(page)).toHaveText('Upload 5,000 files')
}

/** Selects a file that is just large enough to be sent in chunks, on a line on which that takes seconds. */
async function chooseLarge(page: Page): Promise<void> {
  const path = join(root, 'film.bin')
  await writeFile(path, randomBytes(resumableSize))
  await add(page, 'Select Files', [path])
  await slowDown(page, 2.5)
}

test(
  'Back, a swipe and a reload ask first, and sleep takes nothing from an upload of 5,000 files',
  onlyInThoroughRun,
  async ({ site, relay }) => {
    site.expected.push(new RegExp(relay.origin))
    relay.leadTo(site.origin)
    const page = await site.person({ baseURL: relay.origin })
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await page.goto('/terms')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click()
    await chooseMany(page)
    await site.freeze(page)
    await sendButton(page).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    // What a swipe over the page does, too.
    await page.evaluate(() => history.back())
    await expect.poll(() => questions).toEqual(['confirm'])
    await page.evaluate(() => setTimeout(() => location.reload()))
    await expect.poll(() => questions).toEqual(['confirm', 'beforeunload'])
    await expect(page).toHaveURL(`${relay.origin}/`)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
    site.thaw()
    await devTools.send('Page.setWebLifecycleState', { state: 'active' })
    await linksOf(page)
    await expect(page.getByText('5,000 files').first()).toBeVisible()
  },
)

test(
  'an upload whose line was cut during sleep goes on by itself',
  onlyInThoroughRun,
  async ({ site, relay }) => {
    site.expected.push(new RegExp(relay.origin), /ERR_/, /status of (409|423)/)
    relay.leadTo(site.origin)
    const page = await site.person({ baseURL: relay.origin })
    await resumableEarly(page)
    await page.goto('/')
    await chooseLarge(page)
    const devTools = await page.context().newCDPSession(page)
    const begun = page.waitForRequest((request) => request.method() === 'POST')
    await sendButton(page).click()
    await begun
    await goTo(page, 20)
    await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
    relay.leadTo(nobody)
    relay.cut()
    relay.leadTo(site.origin)
    const posted: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
    await devTools.send('Page.setWebLifecycleState', { state: 'active' })
    await slowDown(page, -1)
    await linksOf(page)
    expect(posted, 'no second upload was begun').toEqual([])
  },
)

test(
  'a lost upload is tried again at once when the browser is online again, though a try is under way',
  onlyInThoroughRun,
  async ({ site, relay }) => {
    site.expected.push(new RegExp(relay.origin), /ERR_/, /status of (409|423)/)
    relay.leadTo(site.origin)
    const page = await site.person({ baseURL: relay.origin })
    await resumableEarly(page)
    await page.goto('/')
    await chooseLarge(page)
    await sendButton(page).click()
    await goTo(page, 20)
    // The relay resets its connection.
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    const reached = once(silent, 'connection')
    await once(silent, 'listening')
    relay.leadTo(nobody)
    relay.cut()
    await expect(page.getByText('Waiting for connection')).toBeVisible()
    relay.leadTo(`http://127.0.0.1:${portOf(silent)}`)
    await reached
    relay.leadTo(site.origin)
    await slowDown(page, -1)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
    relay.cut()
    silent.close()
  },
)

test('a lost upload is tried again at once when the person asks for it', async ({ site, relay }) => {
  site.expected.push(new RegExp(relay.origin), /ERR_/, /status of (409|423)/)
  relay.leadTo(site.origin)
  const page = await site.person({ baseURL: relay.origin })
  await resumableEarly(page)
  await page.clock.install()
  await page.goto('/')
  await chooseLarge(page)
  await sendButton(page).click()
  await goTo(page, 20)
  await expect(page.getByRole('button', { name: 'Try now' })).toBeHidden()
  let failures = 0
  page.on('requestfailed', () => {
    failures += 1
  })
  relay.leadTo(nobody)
  relay.cut()
  await expect(page.getByText('Waiting for connection')).toBeVisible()
  // Then it waits for a quarter of a minute between one try and the next.
  for (let tries = 1; tries < 8; tries += 1) {
    await expect.poll(() => failures).toBeGreaterThanOrEqual(tries)
    await page.clock.fastForward(18_000)
  }
  await expect.poll(() => failures).toBeGreaterThanOrEqual(8)
  relay.leadTo(site.origin)
  await slowDown(page, -1)
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
})

test(
  '5,000 files stay selected while the network goes and the server is killed and upgraded',
  onlyInThoroughRun,
  async ({ site, relay }) => {
    site.expected.push(new RegExp(relay.origin), /ERR_/)
    const dataDir = await mkdtemp(join(root, 'data-'))
    const environment = { PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
    let server = await startServerProcess(dataDir, environment)
    try {
      relay.leadTo(server.baseUrl)
      const page = await site.person({ baseURL: relay.origin })
      await page.goto('/')
      await chooseMany(page)
      await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
      await hasSendingParts(page)
      server.child.kill('SIGSTOP')
      await sendButton(page).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      server.child.kill('SIGKILL')
      await server.exited
      relay.leadTo(nobody)
      relay.cut()
      await expect(page.getByRole('alert')).toContainText('Connection lost')
      await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed before')

      await page.context().setOffline(true)
      await sendButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Connection lost')
      await page.context().setOffline(false)

      server = await startServerProcess(dataDir, environment)
      relay.leadTo(server.baseUrl)
      await upgradeApp(page)
      await expect(sendButton(page)).toHaveText('Upload 5,000 files')
      await sendButton(page).click()
      await linksOf(page)
    } finally {
      server.child.kill('SIGKILL')
      await server.exited
    }
  },
)
