import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { startServerProcess } from '../server/server-process.ts'
import { browserOptions } from './browser.ts'
import { acceptanceOf } from './pages/accepted-terms.ts'
import { hasSendingParts } from './pages/sending-parts.ts'

type Site = {
  /** Origin of this worker's server. */
  origin: string
  /** The server's folder, which holds the mails it has sent. */
  dataDir: string
  /**
   * A browser of its own for one person, whose every page is watched. The terms are accepted in it already, or their
   * dialog would lie over every page; `terms: 'unseen'` is someone who comes for the first time, a version someone
   * who accepted that one. Nothing moves unless the test asks for `no-preference`: pages that are read need not be drawn
   * sixty times a second.
   */
  person(options?: Parameters<Browser['newContext']>[0] & { terms?: string }): Promise<Page>
  /** Console lines that this test expects, such as the browser's own about a refused call. */
  expected: RegExp[]
  /**
   * Stops the server's process, so that an upload from this page stays under way. Call it when the files are selected: it waits
   * for the parts of the app that send them, which the page could not load otherwise.
   */
  freeze(page: Page): Promise<void>
  thaw(): void
}

/**
 * Tests on the real server with a real browser. A test fails on any console error, page error, violation of the
 * content policy or request to another host that it did not expect.
 */
export const test = base.extend<
  { site: Site },
  {
    chromiumBrowser: Browser
    /** Options of the server; a file of tests that sets them gets a server of its own. */
    environment: Record<string, string>
    /** Host name by which browsers reach the server: passkeys are bound to a name, which the usual address is not. */
    hostname: string
    server: { baseUrl: string; dataDir: string; output: () => string; kill: (signal: NodeJS.Signals) => void }
  }
>({
  environment: [{}, { option: true, scope: 'worker' }],
  hostname: ['127.0.0.1', { option: true, scope: 'worker' }],
  chromiumBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const browser = await chromium.launch(await browserOptions())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ environment, hostname }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'restante-site-'))
      // It believes browsers what address they come from, see ownAddress.
      const options = { LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1', ...environment }
      const server = await startServerProcess(folder, options, undefined, hostname)
      const { baseUrl, child, output } = server
      await use({ baseUrl, dataDir: folder, output, kill: (signal) => child.kill(signal) })
      server.child.kill('SIGTERM')
      await server.exited
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  site: async ({ chromiumBrowser, server }, use, info) => {
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    const expected: RegExp[] = []
    const unanswered = new Set<Request>()
    await use({
      origin: server.baseUrl,
      dataDir: server.dataDir,
      expected,
      async freeze(page) {
        await hasSendingParts(page)
        server.kill('SIGSTOP')
      },
      thaw: () => server.kill('SIGCONT'),
      async person({ terms = termsVersion, ...options } = {}) {
        const context = await chromiumBrowser.newContext({
          baseURL: server.baseUrl,
          reducedMotion: 'reduce',
          ...options,
        })
        contexts.push(context)
        if (terms !== 'unseen') await context.addCookies(acceptanceOf(server.baseUrl, terms))
        await context.addInitScript(() => {
          addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
            console.error(`content policy: ${violatedDirective} ${blockedURI}`),
          )
        })
        const page = await context.newPage()
        keepRouted(page)
        // Choosers are caught from the start: asking for one when it opens comes too late now and then.
        page.on('filechooser', () => {})
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
        })
        page.on('pageerror', (error) => complaints.push(error.message))
        context.on('requestfinished', (request) => unanswered.delete(request))
        context.on('requestfailed', (request) => unanswered.delete(request))
        page.on('request', (request) => {
          unanswered.add(request)
          const { origin, protocol } = new URL(request.url())
          if (protocol.startsWith('http') && origin !== server.baseUrl)
            complaints.push(`request to ${origin}`)
        })
        return page
      },
    })
    server.kill('SIGCONT')
    if (info.status !== info.expectedStatus) {
      console.log(server.output())
      for (const request of unanswered) console.log(`unanswered: ${request.method()} ${request.url()}`)
      for (const page of contexts.flatMap((context) => context.pages())) console.log(await shownOn(page))
    }
    for (const context of contexts) await context.close()
    expect(complaints.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
  },
})

/**
 * A page that has had a route keeps one: Chromium now and then leaves a request for ever that is under way while the last
 * one is taken away (github.com/microsoft/playwright/issues/41802).
 */
function keepRouted(page: Page): void {
  const route = page.route.bind(page)
  let kept: Promise<unknown> | undefined
  page.route = async (...given) => {
    kept ??= route('http://nothing.invalid/', (nothing) => nothing.abort())
    await kept
    return route(...given)
  }
}

/** Address and text of a page, for a test that failed on a machine without a screen. */
async function shownOn(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch(({ message }: Error) => message)
  return `${page.url()} shows:\n${text}`
}

export { expect }
