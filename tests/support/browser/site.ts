import {
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { browserOptions } from './browser.ts'
import { withServices } from './network/beside-services.ts'
import { keepServers, type WorkerServer } from './network/worker-servers.ts'
import { acceptanceOf } from './pages/accepted-terms.ts'
import { hasSendingParts } from './pages/sending-parts.ts'

export type Site = {
  /** Origin of the server. */
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
export const test = withServices.extend<
  {
    site: Site
    /** Options of the server; tests that set the same ones share it. */
    environment: Readonly<Record<string, string>>
    /** Host name by which browsers reach the server: passkeys are bound to a name, which the usual address is not. */
    hostname: string
    server: WorkerServer
  },
  { chromiumBrowser: Browser; servers: ReturnType<typeof keepServers> }
>({
  environment: [{}, { option: true }],
  hostname: ['127.0.0.1', { option: true }],
  chromiumBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const browser = await chromium.launch(await browserOptions())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      await using servers = keepServers()
      await use(servers)
    },
    { scope: 'worker' },
  ],
  server: async ({ servers, environment, hostname }, use) =>
    use(await servers.serverWith(environment, hostname)),
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
