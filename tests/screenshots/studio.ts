import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Client, createClient } from '#client/create-client.ts'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { termsVersion } from '#contract/accounts/terms.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Language } from '#contract/languages.ts'
import { type FilledService, fillService } from '#tests/seed/fill-service.ts'
import { operatorFacts } from '#tests/seed/operator-facts.ts'
import { clientWith, goodPassword, opened } from '#tests/support/accounts/accounts.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'

export type Role = 'guest' | 'user' | 'administrator'
export type Size = { readonly name: 'desktop' | 'phone'; readonly width: number; readonly height: number }

const people = { user: 'ines-moreau', administrator: 'operator' } as const

/** A service with a little of everything in it, and a browser to look at it. */
export type Studio = FilledService & {
  readonly baseUrl: string
  /** Paths of a sender's files: a browser takes a film from the disk at once, and over its pipe in seconds. */
  readonly film: string
  readonly bill: string
  /** A browser of someone's own. `terms`: the version they have accepted, if any. */
  open(role: Role, language: Language, size: Size, terms?: string): Promise<Page>
  /** An access token of someone with an account. */
  tokenOf(role: Exclude<Role, 'guest'>): Promise<string>
  /** Calls as the administrator. */
  asAdministrator(): Promise<Client>
  /** Stops the server in its tracks, so that what is under way can be looked at. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const environment = {
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  REQUEST_MIN_ACCOUNT_AGE: '0',
  ...operatorFacts,
}

/** Starts the built app in an empty folder and fills it. */
export async function openStudio(dataDir: string): Promise<Studio> {
  const mail = await startMailServer()
  const server = await startServerProcess(dataDir, { ...environment, SMTP_URL: mail.url })
  const browser = await chromium.launch(await browserOptions())
  const { baseUrl, child, exited } = server
  const anybody = createClient({ baseUrl, schemas: endpoints })
  const signIn = async (role: keyof typeof people) =>
    opened(await anybody.call('login', { body: { username: people[role], password: goodPassword } }))

  const email = `${people.user}@example.fr`
  await anybody.call('register', { body: { username: people.user, email, password: goodPassword } })
  await runCommand(
    ['create-admin', '--username', people.administrator, '--email', 'root@example.eu', '--password-stdin'],
    { environment: { DATA_DIR: dataDir }, input: goodPassword },
  )
  const filled = await fillService({ baseUrl }, (await signIn('user')).token)
  const film = join(dataDir, 'holiday-video.mp4')
  await writeFile(film, Buffer.alloc(12_345_678, 'a'))
  const bill = join(dataDir, 'Quartalsabrechnung_Betriebskosten_Wohnung_3_links_endgültige_Fassung.pdf')
  await writeFile(bill, '%PDF-1.7\n')
  return {
    baseUrl,
    ...filled,
    film,
    bill,
    async open(role, language, size, terms = termsVersion) {
      const page = await newPage(browser, baseUrl, language, size)
      await page.context().addCookies(acceptanceOf(baseUrl, terms))
      if (role === 'guest') return page
      const reply = await signIn(role)
      const client = clientWith({ baseUrl }, reply.token)
      await client.call('chooseLanguage', { body: { language } })
      // Only one of them is on the pictures.
      await client.call('endOtherSessions')
      await keepSession(page, reply)
      return page
    },
    tokenOf: async (role) => (await signIn(role)).token,
    async asAdministrator() {
      return clientWith({ baseUrl }, (await signIn('administrator')).token)
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async close() {
      await browser.close()
      child.kill('SIGTERM')
      await exited
      await mail[Symbol.asyncDispose]()
    },
  }
}

async function newPage(browser: Browser, baseURL: string, locale: Language, size: Size): Promise<Page> {
  const { width, height } = size
  const context = await browser.newContext({
    baseURL,
    locale,
    viewport: { width, height },
    hasTouch: size.name === 'phone',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  return context.newPage()
}

/** Signs in as the app would, without its form. */
async function keepSession(page: Page, { token, refreshToken, expiresIn }: AuthReply): Promise<void> {
  const goodUntil = String(Date.now() + expiresIn)
  await page.context().addInitScript((values) => Object.assign(localStorage, values), {
    token,
    refreshToken,
    tokenGoodUntil: goodUntil,
  })
}
